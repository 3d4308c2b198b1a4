"""
blender -b -t 1 -P tools/artwork/render.py -- [--draft] OUT [NAME…]: renders pictures into the folder OUT.
Without a name it renders all. A draft is small and noisy.
"""

import importlib
import os
import sys
import time

sys.dont_write_bytecode = True
here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, here)

import film
import stage


def main(words):
    draft = '--draft' in words
    out, *names = [word for word in words if word != '--draft']
    scenes = {}
    for file in sorted(os.listdir(os.path.join(here, 'scenes'))):
        if file.endswith('.py'):
            scenes.update(importlib.import_module(f'scenes.{file[:-3]}').pictures)
    os.makedirs(out, exist_ok=True)
    for name in names or scenes:
        began = time.time()
        stage.clear()
        settings = scenes[name]() or {}
        if draft:
            settings.update(samples=16, scale=0.2)
        film.shoot(os.path.join(out, name + '.png'), **settings)
        print(f'{name}: {time.time() - began:.0f} s', flush=True)


main(sys.argv[sys.argv.index('--') + 1 :])
