# Starts the long picker, with the prefix that the caller gives.
from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument
from launch.substitutions import Command, LaunchConfiguration, PathJoinSubstitution
from launch_ros.actions import Node
from launch_ros.substitutions import FindPackageShare


def generate_launch_description():
    description = Command([
        "xacro ", PathJoinSubstitution([FindPackageShare("picker"), "urdf", "picker.urdf.xacro"]),
        " prefix:=", LaunchConfiguration("prefix"), " reach:=0.9",
    ])
    return LaunchDescription([
        DeclareLaunchArgument("prefix", description="in front of all names"),
        Node(package="robot_state_publisher", executable="robot_state_publisher",
             parameters=[{"robot_description": description}]),
    ])
