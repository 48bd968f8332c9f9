// The page: connects to its program, then shows the panels. On a thread without a page it parses meshes.
import { isPage } from "./standalone";
import { startPage } from "./start_page";
import { serveMeshes } from "./view3d/mesh_worker";

if (isPage) void startPage();
else serveMeshes();
