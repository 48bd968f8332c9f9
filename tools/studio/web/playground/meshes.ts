// The thread that parses meshes.
import { serveMeshes } from "../view3d/mesh_worker";

serveMeshes();
