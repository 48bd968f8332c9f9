// Keys of the space that move the camera to known places.
import type { View } from "./view";

// Whether the key means something.
export function viewKey(view: View, key: string, shift: boolean): boolean {
  if (key === "x" || key === "y" || key === "z") view.look(`${shift ? "-" : "+"}${key}`);
  else if (key === "i") view.look("iso");
  else if (key === "a") view.fit();
  else if (key === "f") view.fitSelection();
  else if (key === "p") view.setParallel(!view.camera.parallel);
  else return false;
  return true;
}
