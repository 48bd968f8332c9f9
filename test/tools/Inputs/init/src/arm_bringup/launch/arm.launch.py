import os
import xacro
from ament_index_python.packages import get_package_share_directory
from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument, IncludeLaunchDescription
from launch.launch_description_sources import PythonLaunchDescriptionSource
from launch.substitutions import Command, FindExecutable, LaunchConfiguration, PathJoinSubstitution
from launch_ros.substitutions import FindPackageShare


def generate_launch_description():
    prefix = LaunchConfiguration("prefix")  # of all joints
    description = Command(
        [
            PathJoinSubstitution([FindExecutable(name="xacro")]), " ",
            PathJoinSubstitution([FindPackageShare("arm_description"), "urdf", "arm.urdf.xacro"]), " ",
            "prefix:=", prefix, " ",
            "simulated:=", LaunchConfiguration("simulated"),
        ]
    )
    share = get_package_share_directory('arm_description')
    path = os.path.join(share, 'urdf', 'arm.urdf.xacro')
    read = xacro.process_file(path, mappings={'prefix': 'read_', "simulated": 'true'}).toxml()
    named = Command(f"xacro {share}/urdf/arm.urdf.xacro prefix:='f_'")
    chosen = Command(["xacro ", LaunchConfiguration("model")])
    computed = Command(["xacro ", path, " prefix:=", os.environ["ROBOT"]])
    return LaunchDescription([DeclareLaunchArgument("prefix", default_value='"py_"'),
                              DeclareLaunchArgument("simulated"), description, read, named, chosen, computed])
