/* MuJoCo loads MJCF files and says the forces of gravity on their joints in the first position: a line for each.
   loaded FILE... */
#include <mujoco/mujoco.h>
#include <stdio.h>

int main(int count, char** files) {
  int refused = 0;
  for (int i = 1; i < count; ++i) {
    char why[1000] = "";
    mjModel* model = mj_loadXML(files[i], NULL, why, sizeof why);
    if (model == NULL) {
      printf("refused: %s\n", why);
      refused = 1;
      continue;
    }
    mjData* data = mj_makeData(model);
    mj_forward(model, data);
    printf("loaded, %d meshes, forces", model->nmesh);
    for (int k = 0; k < model->nv; ++k) printf(" %.9f", data->qfrc_bias[k]);
    printf("\n");
    mj_deleteData(data);
    mj_deleteModel(model);
  }
  return refused;
}
