from launch.substitutions import Command, FindExecutable, PathJoinSubstitution
from launch_ros.substitutions import FindPackageShare


def describe(file=PathJoinSubstitution([FindPackageShare('crane_description'), 'urdf', 'crane.urdf.xacro']), arguments={}):
    command = [PathJoinSubstitution([FindExecutable(name='xacro')]), ' ', file, ' ']
    if arguments and isinstance(arguments, dict):
        for key, val in arguments.items():
            command.extend(['{}:='.format(key), val, ' '])
    return Command(command)
