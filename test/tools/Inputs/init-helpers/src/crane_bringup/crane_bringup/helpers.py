import os
import xacro
from ament_index_python.packages import get_package_share_directory

FILE = 'crane.urdf.xacro'


def path_of(name=FILE):
    return os.path.join(get_package_share_directory('crane_description'), 'urdf', name)


def expanded(side, **more):
    arguments = dict(prefix='%s_' % side, hook='true')
    arguments['reach'] = f'{len(side)}' if more else '4'
    return xacro.process_file(path_of(), mappings=arguments).toxml()
