/* Two robots in one program, one of them in float: equal names of links and functions do not clash, and what is asked of a link that does not
 * exist is refused. */
#include "left.h"
#include "right.h"

#include <math.h>
#include <string.h>

static int poses_agree(void)
{
  const double q[left_n_q] = {0.4, 0.1};
  double all[12 * left_n_links], one[12];
  left_forward_kinematics(q, all);
  left_link_pose_upper_arm(q, one);
  return memcmp(all + 12 * left_link_upper_arm, one, sizeof one) == 0;
}

static int there_and_back(void)
{
  const float q[right_n_q] = {0.4F, 0.1F}, v[right_n_v] = {-0.7F, 0.3F}, a[right_n_v] = {1.5F, -2.0F};
  float tau[right_n_v];
  right_inverse_dynamics(q, v, a, tau);
  right_forward_dynamics(q, v, tau, tau);
  return fabsf(tau[0] - a[0]) < 1e-4F && fabsf(tau[1] - a[1]) < 1e-4F;
}

static int refuses(void)
{
  const double q[left_n_q] = {0.4, 0.1};
  double J[6 * left_n_v] = {42};
  if (left_jacobian((enum left_link)left_n_links, q, J) != -1 || J[0] != 42) return 0;
  return left_jacobian(left_link_new, q, J) == 0 && J[0] != 42;
}

static int tables(void)
{
  return strcmp(left_link_names[left_link_upper_arm_2], "upper arm") == 0 && left_limits[0].upper == 2 && isinf(left_limits[1].effort) &&
         isinf(right_limits[1].effort) && right_joint_damping[0] == 0.5F && left_v_index[1] == 1 && left_n_dof == right_n_dof;
}

int main(void)
{
  if (!poses_agree()) return 1;
  if (!there_and_back()) return 2;
  if (!refuses()) return 3;
  return tables() ? 0 : 4;
}
