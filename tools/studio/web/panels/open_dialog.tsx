// Chooses a file below the folders that the program lets the page see.
import { replacing } from "../assemble/discard_dialog";
import { openPath, text } from "../state";
import { FolderList } from "./folder_list";
import { Modal } from "./modal";

export function OpenDialog() {
  return (
    <Modal title={text.value.openTitle}>
      <FolderList onFile={(path) => replacing(() => void openPath(path))} />
    </Modal>
  );
}
