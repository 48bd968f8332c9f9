# Functions of modules of the package, by each way to import them.
import importlib.util
import os
import sys
from ament_index_python.packages import get_package_share_path
from launch import LaunchDescription
from launch.substitutions import Command
from crane_bringup.helpers import expanded, path_of as where
import crane_bringup.helpers as helpers

sys.path.append(os.path.join(get_package_share_path('crane_description'), 'launch', 'lib'))
from description import describe


def generate_launch_description():
    left = expanded('left')
    right = helpers.expanded(side='right')
    words = ['xacro ', where()]
    words += [' prefix:=list_', ' reach:=', '5']
    words.append(' hook:=false')
    listed = Command(words)
    found = describe(arguments={'prefix': 'path_'} | {'hook': 'true'})
    spec = importlib.util.spec_from_file_location('description', '../../crane_description/launch/lib/description.py')
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    again = module.describe(arguments={'prefix': 'spec_'})
    return LaunchDescription([left, right, listed, found, again])
