from launch import LaunchDescription
from launch.actions import IncludeLaunchDescription
from launch.launch_description_sources import PythonLaunchDescriptionSource


def generate_launch_description():
    return LaunchDescription([IncludeLaunchDescription(
        PythonLaunchDescriptionSource(['arm.launch.py']),
        launch_arguments={'prefix': side + '_', 'simulated': 'true'}.items()) for side in ("left", "right")] + [
            IncludeLaunchDescription(PythonLaunchDescriptionSource(['arm.launch.py']), launch_arguments={'prefix': 'b_', 'simulated': 'true'}.items())])
