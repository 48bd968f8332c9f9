# A function of a file that is loaded as a module; arguments with defaults of LaunchConfiguration.
import os
from ament_index_python import get_package_share_directory
from launch import LaunchDescription
from launch.actions import OpaqueFunction
from launch.launch_description_sources import load_python_launch_file_as_module
from launch.substitutions import LaunchConfiguration


def launch_setup(context, *args, **kwargs):
    prefix = LaunchConfiguration('prefix', default='module_')
    reach = LaunchConfiguration('reach', default=3.5)
    hook = LaunchConfiguration('hook', default=True)
    mod = load_python_launch_file_as_module(os.path.join(get_package_share_directory('crane_description'), 'launch', 'lib', 'description.py'))
    describe = getattr(mod, 'describe')
    description = describe(arguments={
        'prefix': prefix.perform(context).strip('/'),
        'reach': reach,
        'hook': hook,
    })
    return [description]


def generate_launch_description():
    return LaunchDescription([OpaqueFunction(function=launch_setup)])
