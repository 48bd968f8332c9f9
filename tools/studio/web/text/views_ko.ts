// Texts in Korean: fixes of findings, and what the viewer can do beside looking.
import type { en } from "./views_en";

export const ko: typeof en = {
  showFix: "고칠 내용 보기",
  showFixGuess: "고칠 내용 보기 (추측)",
  fixAll: "모두 고치기…",
  fixTitle: "고치기",
  fixTitleAll: "모두 고치기",
  fixHint: (count, file) => `${file} 파일에서 ${count}곳이 다음과 같이 바뀝니다.`,
  fixGuess: "추측으로 고치는 것이므로 적용하기 전에 확인하십시오.",
  fixGuesses: "추측으로 고치는 것도 포함",
  fixNothing: "바뀌는 내용이 없습니다.",
  fixReadOnly: "romas-studio가 --read-only로 실행되어 파일을 바꿀 수 없습니다.",
  applyFix: "적용",
  fixed: (count) => `${count}곳을 고쳤습니다.`,
  diffRemoved: "삭제",
  diffAdded: "추가",

  forConsumer: "대상",
  everyConsumer: "모든 프로그램",
  onlyOf: (name) => `${name}의 문제만`,
  showAll: "모두 보기",
  findingCounts: "문제의 수",
  findingsOf: (name) => `${name}의 문제`,

  cameras: "카메라",
  camera: (slot) => `카메라 ${slot}`,
  cameraEmpty: (slot) => `카메라 ${slot} (비어 있음)`,
  keepCamera: "저장",
  keepCameraAs: (slot) => `현재 화면을 카메라 ${slot}에 저장`,
  camerasHint: "3차원 공간에서 1~4 키를 누르면 카메라로 이동하고, Shift와 함께 누르면 저장합니다.",
  cameraKept: (slot) => `카메라 ${slot}을(를) 저장했습니다.`,
  cameraShown: (slot) => `카메라 ${slot}`,

  poses: "자세",
  choosePose: "자세 선택",
  goToPose: "이동",
  forgetPose: "삭제",
  poseName: "현재 자세의 이름",
  keepPose: "자세 저장",
  poseKept: (name) => `자세 ${name}을(를) 저장했습니다.`,
  poseShown: (name) => `자세 ${name}`,

  dragJoints: "관절 끌기",
  dragJointsHint: "링크를 끌면 그 위의 관절이 움직입니다. 로봇 바깥을 끌면 화면이 돌아갑니다.",

  contacts: "Part의 Contact Point",

  centreBranch: "가지의 무게중심",
  centreWhole: "로봇 전체의 무게중심",
  showCentreBranch: "선택한 가지의 무게중심",
  showCentreWhole: "로봇 전체의 무게중심",

  point: "점",
  corner: "꼭짓점",

  video: "동영상…",
  videoHint: "움직임을 공간에 한 번 보여 주면서 WebM으로 녹화합니다.",
  noVideo: "이 브라우저에서는 화면을 녹화할 수 없습니다.",
  motion: "움직임",
  motionLog: "재생 중인 로그",
  motionPoses: "이름 있는 자세를 차례로",
  motionTurn: "로봇을 한 바퀴 돌며 보기",
  seconds: "길이(초)",
  record: "녹화",
  recording: "녹화 중",
  videoSaved: "동영상을 저장했습니다.",

  keyCameras: "카메라로 이동. Shift와 함께 누르면 저장",
};
