; What can be folded away. A robot has its braces around it, and all others have a body.
[
  (robot)
  (assembly_body) (block_body) (camera_body) (frame_body) (gazebo_body) (joint_body)
  (given_body) (joint_patch_body) (link_body) (link_patch_body)
  (loop_joint_body) (material_body) (module_body) (ray_body) (ray_scan_body) (robot_body) (ros2_component_body)
  (ros2_control_body) (ros2_control_patch_body) (ros2_interface_body) (sensor_body) (servo_body) (spring_body) (thrust_body)
  (test_body) (transmission_actuator_body) (transmission_body) (transmission_joint_body) (use_body) (wing_body)
  (block_comment)
] @fold
