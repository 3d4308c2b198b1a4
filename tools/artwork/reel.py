"""
blender -b -t 1 -P tools/artwork/reel.py -- OUT.mp4: cuts the film of Salt Road from the committed pictures.

The camera moves slowly over each still, one fades into the next, and grain lies over all. The sound is made here too:
an engine, a chain on the tailgate, a radio between stations, rain on a roof. Its captions are in project-salt-road.vtt.
"""

import math
import os
import subprocess
import sys
import tempfile
import wave

import bpy
import numpy as np

pictures = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'sample', 'pictures')
rate, fade, size = 24, 16, (896, 504)
hertz = 32000

# Name of the picture, seconds until the next one begins, and the view at the start and at the end: zoom, shift to the
# right and upwards in pixels.
shots = [
    ('project-salt-road-1', 2.8, (1.06, 20, -10), (1.22, -10, -26)),
    ('project-salt-road-3', 2.4, (1.3, -60, -40), (1.16, 30, 10)),
    ('project-salt-road-2', 2.4, (1.1, 0, 16), (1.26, 10, -4)),
    ('project-salt-road-4', 2.4, (1.08, -20, 20), (1.16, 24, 30)),
    ('project-salt-road-5', 1.9, (1.1, 30, 0), (1.2, -20, 10)),
    ('project-salt-road-6', 2.6, (1.3, 0, -10), (1.06, 0, 10)),
]
frames = round(sum(shot[1] for shot in shots) * rate) + fade


def band(noise, low, high):
    """The part of a noise between two frequencies."""
    spectrum = np.fft.rfft(noise)
    at = np.fft.rfftfreq(len(noise), 1 / hertz)
    spectrum[(at < low) | (at > high)] = 0
    found = np.fft.irfft(spectrum, len(noise))
    return found / np.abs(found).max()


def between(time, start, end, soft=0.5):
    return np.clip((time - start) / soft, 0, 1) * np.clip((end - time) / soft, 0, 1)


def sound(path):
    length = frames / rate
    time = np.arange(int(length * hertz)) / hertz
    random = np.random.default_rng(5)
    noise = lambda: random.normal(size=len(time))
    turns = 2 * np.pi * np.cumsum(21 + 2 * np.sin(0.7 * time)) / hertz
    engine = sum(np.sin(turns * k + k) / k for k in (1, 2, 3, 4, 6)) * (0.8 + 0.2 * np.sin(turns / 2))
    engine = 0.5 * engine / np.abs(engine).max() + 0.25 * band(noise(), 40, 260)
    heard = 0.5 * engine * (between(time, 0, 7.8, 0.9) + 0.25 * between(time, 7.8, 11.8, 1.2))
    for beat in np.arange(3.0, 5.1, 0.31):
        ring = np.where(time >= beat, np.exp(-np.maximum(time - beat, 0) * 9), 0)
        heard += 0.07 * ring * sum(np.sin(2 * np.pi * pitch * time) for pitch in (1870, 2893, 4210))
    radio = band(noise(), 700, 2600) * (0.6 + 0.4 * np.sign(np.sin(2.2 * np.pi * time + 3 * np.sin(time))))
    heard += 0.14 * radio * between(time, 5.4, 7.6)
    drops = np.zeros(len(time))
    for at in random.uniform(9.9, length, 700):
        begin = int(at * hertz)
        click = np.exp(-np.arange(400) / 60) * random.normal(size=400) * random.uniform(0.1, 0.6)
        drops[begin : begin + 400] += click[: len(drops[begin : begin + 400])]
    heard += (0.16 * band(noise(), 300, 7000) + 0.2 * drops) * between(time, 9.9, length, 1.6)
    heard = 0.5 * heard / np.abs(heard).max() * between(time, 0, length, 0.4)
    with wave.open(path, 'wb') as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(hertz)
        file.writeframes((heard * 32767).astype('<i2').tobytes())


def grain(folder, count=8):
    """Grey pictures with noise, which neither darken nor lighten what is under them."""
    random = np.random.default_rng(2)
    for index in range(count):
        made = bpy.data.images.new(f'grain-{index}', *size)
        value = np.clip(0.5 + 0.009 * random.normal(size=(size[1], size[0])), 0, 1)
        rgba = np.ones((size[1], size[0], 4), np.float32)
        rgba[:, :, :3] = value[:, :, None]
        made.pixels.foreach_set(rgba.ravel())
        made.filepath_raw = os.path.join(folder, f'grain-{index}.png')
        made.file_format = 'PNG'
        made.save()
        yield made.filepath_raw


def key(holder, name, *values):
    """Sets a property at several frames, with straight ways between them."""
    for frame, value in values:
        setattr(holder, name, value)
        holder.keyframe_insert(name, frame=frame)


def cut(sequences, folder):
    start = 1
    for index, (name, seconds, begin, end) in enumerate(shots):
        length = round(seconds * rate)
        last = index == len(shots) - 1
        strip = sequences.new_image(name, os.path.join(pictures, name + '.webp'), index + 2, start, fit_method='ORIGINAL')
        strip.frame_final_duration = length + fade
        strip.blend_type = 'ALPHA_OVER'
        fit = size[0] / strip.elements[0].orig_width
        stop = start + length + fade
        for at, field in enumerate(('scale', 'offset_x', 'offset_y')):
            first, then = begin[at], end[at]
            if field == 'scale':
                for axis in ('scale_x', 'scale_y'):
                    key(strip.transform, axis, (start, fit * first), (stop, fit * then))
            else:
                key(strip.transform, field, (start, first), (stop, then))
        key(strip, 'blend_alpha', (start, 0), (start + fade, 1))
        if last:
            key(strip, 'blend_alpha', (start, 0), (start + fade, 1), (stop - 2 * fade, 1), (stop - 2, 0))
        start += length
    for curve in bpy.context.scene.animation_data.action.fcurves:
        for point in curve.keyframe_points:
            point.interpolation = 'LINEAR'
    noise = list(grain(folder))
    for index in range(math.ceil(frames / 2)):
        strip = sequences.new_image('grain', noise[(index * 5) % len(noise)], 12, 1 + 2 * index)
        strip.frame_final_duration = 2
        strip.blend_type = 'OVERLAY'


def index_first(rendered, out):
    """Copies the film with its index before its pictures, so that a browser plays it before it has all of it."""
    copy = ['-c', 'copy', '-movflags', '+faststart', '-fflags', '+bitexact']
    subprocess.run(['ffmpeg', '-loglevel', 'error', '-y', '-i', rendered, *copy, out], check=True)


def main(out):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.view_settings.view_transform = 'Standard'
    folder = tempfile.mkdtemp()
    sequences = scene.sequence_editor_create().sequences
    sound(os.path.join(folder, 'sound.wav'))
    cut(sequences, folder)
    sequences.new_sound('sound', os.path.join(folder, 'sound.wav'), 1, 1)
    scene.frame_start, scene.frame_end = 1, frames
    render = scene.render
    render.fps = rate
    render.resolution_x, render.resolution_y = size
    render.image_settings.file_format = 'FFMPEG'
    film = render.ffmpeg
    film.format, film.codec = 'MPEG4', 'H264'
    film.constant_rate_factor = 'NONE'
    film.video_bitrate, film.maxrate, film.minrate, film.buffersize = 305, 800, 0, 1200
    film.ffmpeg_preset = 'BEST'
    film.gopsize = 96
    film.audio_codec, film.audio_bitrate, film.audio_channels, film.audio_mixrate = 'AAC', 32, 'MONO', hertz
    rendered = os.path.join(folder, 'film.mp4')
    render.filepath = rendered
    render.use_file_extension = False
    bpy.ops.render.render(animation=True)
    index_first(rendered, out)


main(os.path.abspath(sys.argv[sys.argv.index('--') + 1]))
