from launch import LaunchDescription
from launch.actions import IncludeLaunchDescription
from launch.launch_description_sources import PythonLaunchDescriptionSource
from launch.substitutions import ThisLaunchFileDir


def generate_launch_description():
    return LaunchDescription([IncludeLaunchDescription(
        PythonLaunchDescriptionSource([ThisLaunchFileDir(), '/module.launch.py']),
        launch_arguments={'prefix': 'given_', 'reach': '1'}.items())])
