# A turn of a loop for each crane, a function with arguments of its own, and a condition of which both ways are read.
from launch import LaunchContext, LaunchDescription
from launch.actions import DeclareLaunchArgument, OpaqueFunction
from launch.substitutions import Command, LaunchConfiguration
from crane_bringup.helpers import path_of


def spawn(context: LaunchContext, prefix, hook: str = 'true'):
    name = context.perform_substitution(prefix)
    if name == 'big_':
        reach = '9'
    else:
        reach = '8'
        Command(f"xacro {path_of()} prefix:={name} reach:={reach} hook:=false")
    return [Command(f"xacro {path_of()} prefix:={name} reach:={reach} hook:={hook}")]


def generate_launch_description():
    actions = [DeclareLaunchArgument('crane', default_value='big_')]
    for side, reach in (('a', 1), ('b', 2)):
        actions.append(Command(['xacro ', path_of(), ' prefix:=', side + '_', ' reach:=', str(reach)]))
    actions.append(OpaqueFunction(function=spawn, args=[LaunchConfiguration('crane')], kwargs={'hook': 'false'}))
    return LaunchDescription(actions)
