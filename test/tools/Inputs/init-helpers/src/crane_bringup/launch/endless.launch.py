# Texts and lists that double, functions that call themselves, and a default that is itself: bounded.
from launch.substitutions import Command, LaunchConfiguration

text = 'x'
words = ['xacro ']
for i in [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29]:
    text = text + text
    words.extend(words)
    words.append(words)


def again(a):
    again(a + a)
    again(a + a)
    return again([a, a])


def generate_launch_description():
    LaunchConfiguration('self', default=[LaunchConfiguration('self'), LaunchConfiguration('self')])
    return [again('a'), Command(['xacro ', LaunchConfiguration('self'), ' p:=', text]), Command(words)]
