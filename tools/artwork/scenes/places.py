"""Rooms, streets, a river and a gate."""

import math
import random

import bpy

import stage as s
from scenes import road
from scenes.still_life import device, planks, room_sky, window_light


def arch_outline(width, straight, steps=20):
    """Outline of a pointed arch of two arcs, from the left foot over the tip to the right foot."""
    radius = 0.86 * width
    middle = radius - width / 2
    end = math.acos(middle / radius)
    left = [(-width / 2, 0)]
    for step in range(steps):
        way = end * step / steps
        left.append((middle - radius * math.cos(way), straight + radius * math.sin(way)))
    return left + [(0, straight + radius * math.sin(end))] + [(-x, y) for x, y in reversed(left)]


def wall_with_arch(width, height, deep, opening, material, at=(0, 0, 0)):
    """A wall in the plane of x and z with an arch through it; `at` is the middle of its foot."""
    outer = [(width / 2, 0), (width / 2, height), (-width / 2, height), (-width / 2, 0)]
    return s.extrude(opening + outer, deep, material, at=(at[0], at[1] + deep / 2, at[2]), turn=(math.pi / 2, 0, 0))


def bricks(colour, other, mortar, scale=3.2, bump=0.7):
    material, nodes, shader = s.surface('bricks')
    at = nodes.add('SeparateXYZ', {'Vector': nodes.add('NewGeometry').outputs['Position']}).outputs
    spin = nodes.add('CombineXYZ', {'X': nodes.math('ADD', at['X'], at['Y']), 'Y': at['Z']}).outputs[0]
    tile = nodes.add('TexBrick', {'Vector': spin, 'Color1': colour, 'Color2': other, 'Mortar': mortar, 'Scale': scale, 'Mortar Size': 0.012, 'Mortar Smooth': 0.3, 'Bias': 0.0, 'Brick Width': 0.6, 'Row Height': 0.18})
    dirt = nodes.ramp(nodes.noise(0.7, detail=6), (0.35, 0.55), (0.65, 1.05))
    fine = nodes.noise(26, detail=4)
    tint = nodes.mix(tile.outputs['Color'], dirt, 0.9, 'MULTIPLY')
    height = nodes.math('ADD', nodes.math('MULTIPLY', tile.outputs['Fac'], -0.8), nodes.math('MULTIPLY', fine, 0.6))
    s.put(nodes, shader, Base_Color=tint, Roughness=0.9, Specular=0.15, Normal=nodes.bump(height, bump, 0.03))
    return material


def gate(alone=False):
    """The gate with its walls; unless it is alone, also the ground and the old city."""
    old = bricks(s.linear('#b07a58'), s.linear('#94603f'), s.linear('#c2ab8c'), scale=1.6 / 0.03 if alone else 1.6)
    pale = s.matter(s.linear('#efe6da'), other=s.linear('#dfd3c4'), rough=0.85, scale=0.8, bump=0.25, depth=0.01, grain=20, specular=0.2)
    stone = s.matter(s.linear('#c9a27c'), other=s.linear('#a97f58'), rough=0.85, scale=1.2, bump=0.5, depth=0.02, grain=16)
    tiles = s.matter(s.lapis, other=s.linear('#3d5fe0'), rough=0.22, scale=5, bump=0.1)
    wall_with_arch(7.0, 8.6, 2.4, arch_outline(3.2, 3.1), old)
    s.extrude(arch_outline(3.9, 3.1) + list(reversed(arch_outline(3.2, 3.1))), 0.22, stone, 0.02, at=(0, -1.12, 0), turn=(math.pi / 2, 0, 0))
    # A frame of tiles round the arch, and a band of stars.
    for x in (-2.45, 2.45):
        s.box((x, -1.26, 3.5), (0.5, 0.14, 7.0), stone, 0.03)
        for step in range(11):
            s.extrude(s.star(0.2), 0.05, tiles if step % 2 else pale, at=(x, -1.33, 0.5 + step * 0.6), turn=(math.pi / 2, 0, 0))
    s.box((0, -1.26, 7.25), (5.4, 0.16, 0.9), stone, 0.03)
    for step in range(9):
        s.extrude(s.star(0.26), 0.06, tiles if step % 2 else pale, at=(-2.2 + step * 0.55, -1.34, 7.25), turn=(math.pi / 2, 0, 0))
    # Towers: the left one is surveyed, the upper half of the right one is a guess.
    for side in (-1, 1):
        s.rod((side * 4.6, -0.4, 0), (side * 4.6, -0.4, 6.0), 1.5, old, 20, tip=1.36)
        s.rod((side * 4.6, -0.4, 6.0), (side * 4.6, -0.4, 10.2), 1.36, old if side < 0 else pale, 20, tip=1.28)
        for step in range(12):
            way = step * math.pi / 6
            s.box((side * 4.6 + 1.24 * math.cos(way), -0.4 + 1.24 * math.sin(way), 10.5), (0.34, 0.34, 0.7), old if side < 0 else pale, 0.05, (0, 0, way))
        s.rod((side * 4.6, -0.4, 6.0), (side * 4.6, -0.4, 6.2), 1.48, stone, 24)
    for step in range(11):
        x = -3.1 + step * 0.62
        s.box((x, 0, 8.95), (0.4, 2.2, 0.7), old if x < 0.4 else pale, 0.05)
    # Walls that go on to both sides.
    s.box((-11.5, 0.3, 2.9), (11, 1.6, 5.8), old)
    s.box((11.5, 0.3, 2.4), (11, 1.6, 4.8), pale)
    for step in range(8):
        s.box((-6.6 - step * 1.3, 0.3, 6.1), (0.7, 1.5, 0.7), old, 0.05)
        s.box((6.6 + step * 1.3, 0.3, 5.1), (0.7, 1.5, 0.7), pale, 0.05)
    if alone:
        return
    road = s.matter(s.linear('#b79874'), other=s.linear('#93744f'), rough=0.95, scale=0.5, bump=0.8, depth=0.05, grain=6)
    s.sheet((0, 0, 0), (120, 120), road, cuts=4)
    # Houses in the haze beyond the gate.
    far = s.matter(s.linear('#c49a72'), rough=0.9, scale=0.6)
    s.in_haze(far, s.linear('#e9c79c'), 55)
    shutters = [s.in_haze(s.matter(s.linear(tone), rough=0.7), s.linear('#e9c79c'), 70) for tone in ('#2c4a86', '#4a3324', '#2f5a4a')]
    for _ in range(46):
        y = random.uniform(12, 50)
        x = random.choice((-1, 1)) * random.uniform(2.4, 16)
        high = random.uniform(3, 7)
        wide, deep = random.uniform(2.5, 5), random.uniform(2, 5)
        s.box((x, y, high / 2), (wide, deep, high), far)
        s.box((x, y, high + 0.1), (wide + 0.3, deep + 0.3, 0.14), far)
        for floor in range(int(high / 1.6)):
            for step in range(3):
                at = (x - wide / 3 + step * wide / 3, y - deep / 2, 1.0 + floor * 1.6)
                s.box(at, (0.5, 0.1, 0.8), shutters[(floor + step) % 3], 0.02)
                s.box((at[0], at[1] - 0.1, at[2] - 0.5), (0.7, 0.2, 0.08), far)
    s.turned([(1.9, 0), (2.1, 0.6), (1.8, 1.7), (1.0, 2.6), (0.2, 3.1), (0.06, 3.3), (0.05, 4.0), (0, 4.0)], far, (0.9, 44, 6))
    s.rod((-2.2, 40, 0), (-2.2, 40, 14), 0.5, far, tip=0.4)
    s.turned([(0.75, 0), (0.75, 0.3), (0.4, 1.4), (0.05, 1.9), (0, 1.9)], far, (-2.2, 40, 14))


def gate_wide():
    gate()
    s.sky((-0.1, s.linear('#e9b27e')), (0.03, s.linear('#f7d3a2')), (0.3, s.linear('#9fb4dc')), (1, s.linear('#3f62b8')), strength=0.7)
    s.lamp('SUN', (-6.5, -5.0, 3.6), (0, 0, 3), 4.2, s.linear('#ffc88a'), size=1.0)
    s.camera((-5.0, -15.5, 1.6), (0.9, 0, 4.9), lens=28, focus=14, fstop=2.8)
    return {'exposure': 0.0}


def gate_detail():
    """Measured brick at the left, guessed plaster at the right, and the tiles between them."""
    gate()
    s.sky((-0.1, s.linear('#e9b27e')), (0.03, s.linear('#f7d3a2')), (0.3, s.linear('#9fb4dc')), (1, s.linear('#3f62b8')), strength=0.7)
    s.lamp('SUN', (-6.5, -5.0, 4.6), (0, 0, 3), 4.2, s.linear('#ffc88a'), size=1.0)
    s.camera((-0.6, -5.4, 1.5), (2.9, 0, 6.6), lens=30, focus=(2.4, -1.3, 6.5), fstop=1.4)
    return {'exposure': 0.0}


def gate_through():
    """Out of the dark of the gate into the morning of the old city; a lamp hangs at one metre and eighty-one."""
    gate()
    s.sky((-0.1, s.linear('#f0c590')), (0.05, s.linear('#ffdcae')), (0.4, s.linear('#8fa8de')), strength=0.8)
    s.lamp('SUN', (2.6, 9, 4.2), (0, 0, 0), 6.5, s.linear('#ffca8c'), size=1.2)
    iron = s.metal((0.12, 0.11, 0.1, 1), 0.5)
    s.rod((0.35, -0.9, 5.4), (0.35, -0.9, 2.35), 0.012, iron, 8)
    s.turned([(0.02, 0.34), (0.06, 0.3), (0.13, 0.24), (0.15, 0.22), (0.15, 0.2), (0.02, 0.2)], iron, (0.35, -0.9, 2.0))
    s.rod((0.35, -0.9, 2.02), (0.35, -0.9, 2.2), 0.09, s.glow(s.linear('#ffb45e'), 16), 16, tip=0.11)
    s.lamp('POINT', (0.35, -1.05, 2.1), (0, 0, 0), 40, s.linear('#ffa552'), size=0.1)
    s.box((0, 2, 3), (9, 12, 8), s.haze(s.linear('#ffd9a8'), 0.006, 0.5))
    s.camera((-0.9, -5.0, 1.35), (0.12, 3, 2.5), lens=27, focus=4.2, fstop=2.8)
    return {'exposure': -0.25, 'bloom': 0.12}


def gate_model():
    """The gate as a model on a table, under a lamp."""
    model = s.group(s.made_by(lambda: gate(True)), (0, 0, 0.02), (0, 0, 0.28))
    model.scale = (0.03,) * 3
    s.box((0, 0.0, 0.01), (1.02, 0.24, 0.02), s.wood(s.linear('#c79a66'), s.linear('#9a6f42')), 0.003, (0, 0, 0.28))
    planks(s.wood(s.linear('#6b4326'), s.linear('#38200f')), 13)
    steel = s.metal((0.7, 0.7, 0.72, 1), 0.25)
    pale = s.matter(s.linear('#efe6da'), rough=0.8, scale=20, bump=0.2)
    for index in range(9):
        x, y = -0.3 + 0.045 * index, random.uniform(-0.33, -0.24)
        s.box((x, y, 0.008), (0.021, 0.021, 0.016), pale, 0.001, (0, 0, random.random()))
    s.rod((0.1, -0.26, 0.005), (0.28, -0.2, 0.005), 0.004, s.matter(s.copper, rough=0.3), 6)
    s.box((-0.1, -0.27, 0.001), (0.3, 0.03, 0.0015), steel, 0.0005, (0, 0, 0.1))
    s.box((0, 2.0, 0.5), (7, 0.05, 4), s.matter(s.linear('#27357a'), rough=0.9, scale=2, bump=0.4, grain=40))
    s.sky((0, s.linear('#5a6aa8')), strength=0.35)
    s.lamp('AREA', (-0.7, -0.35, 0.75), (0, 0, 0.12), 22, s.linear('#ffd09a'), size=0.12)
    s.lamp('AREA', (0.9, 0.7, 0.5), (0, 0, 0.15), 7, s.linear('#8fa7ff'), size=0.3)
    s.camera((-0.3, -0.86, 0.3), (0.015, 0.0, 0.125), lens=40, focus=(-0.02, -0.05, 0.15), fstop=2.8)
    return {'exposure': 0.25}


def classroom():
    green = s.matter(s.linear('#3f6a62'), other=s.linear('#335850'), rough=0.8, scale=1.2, bump=0.4, depth=0.006, grain=20)
    cream = s.matter(s.linear('#c9b892'), other=s.linear('#ae9b74'), rough=0.9, scale=1.0, bump=0.5, depth=0.008, grain=18)
    s.box((0, 3.05, 0.6), (9, 0.1, 1.2), green)
    s.box((0, 3.05, 2.3), (9, 0.1, 2.2), cream)
    for x in (-3.6, 4.5):
        s.box((x, 0, 1.7), (0.1, 8, 3.4), cream)
    s.box((0, 0, -0.05), (9, 8, 0.1), s.matter(s.linear('#6f6358'), other=s.linear('#574c43'), rough=0.55, scale=1.4, bump=0.3, grain=20))
    s.box((0, 0, 3.5), (9, 8, 0.1), cream)
    # The board: chalk on slate.
    slate, nodes, shader = s.surface('slate')
    chalk = nodes.add('TexImage', image=s.image('board'), extension='EXTEND', interpolation='Cubic').outputs['Color']
    uneven = nodes.ramp(nodes.noise(60, detail=8), (0.3, 0.35), (0.55, 1.0))
    dust = nodes.ramp(nodes.noise(1.4, detail=6), (0.4, s.linear('#141b1c')), (0.7, s.linear('#39403f')))
    marks = nodes.math('MULTIPLY', chalk, uneven)
    s.put(nodes, shader, Base_Color=nodes.mix(dust, s.linear('#f1eee4'), marks), Roughness=0.85, Specular=0.2)
    s.sheet((0, 2.97, 1.75), (3.0, 1.5), slate, (math.pi / 2, 0, 0))
    rail = s.wood(s.linear('#7b5230'), along='x')
    for z in (0.97, 2.53):
        s.box((0, 2.96, z), (3.16, 0.07, 0.08), rail, 0.01)
    for x in (-1.54, 1.54):
        s.box((x, 2.96, 1.75), (0.08, 0.07, 1.6), rail, 0.01)
    s.box((0, 2.9, 0.94), (3.0, 0.14, 0.03), rail, 0.005)
    for x in (-0.6, -0.5, 0.7):
        s.rod((x, 2.88, 0.965), (x + 0.07, 2.88, 0.965), 0.008, s.matter((0.9, 0.9, 0.85, 1)), 10)
    # Desks with open books and slates.
    top = s.wood(s.linear('#8d5f38'), s.linear('#4b2e18'), rough=0.35)
    iron = s.metal((0.12, 0.13, 0.15, 1), 0.5)
    page = s.matter(s.linear('#f3ecdc'), rough=0.9, scale=30, bump=0.1)
    covers = [s.matter(tone, rough=0.6) for tone in (s.lapis, s.copper, s.linear('#7a2d24'))]
    for row, y in enumerate((-1.1, 0.2, 1.5)):
        for x in (-1.9, -0.25, 1.4):
            s.box((x, y, 0.72), (1.2, 0.46, 0.035), top, 0.006, (0.06, 0, 0))
            s.box((x, y - 0.45, 0.42), (1.2, 0.28, 0.035), top, 0.006)
            for leg in (-0.52, 0.52):
                s.rod((x + leg, y + 0.15, 0), (x + leg, y + 0.15, 0.72), 0.016, iron, 10)
                s.rod((x + leg, y - 0.45, 0), (x + leg, y - 0.45, 0.42), 0.016, iron, 10)
            for slot in (-0.3, 0.28):
                way = random.uniform(-0.15, 0.15)
                s.box((x + slot - 0.072, y - 0.03, 0.748), (0.145, 0.2, 0.012), page, 0.003, (0.06, 0.07, way))
                s.box((x + slot + 0.072, y - 0.03, 0.748), (0.145, 0.2, 0.012), page, 0.003, (0.06, -0.07, way))
                s.box((x + slot, y - 0.03, 0.742), (0.31, 0.215, 0.004), random.choice(covers), 0.001, (0.06, 0, way))
                s.rod((x + slot + 0.19, y - 0.1, 0.745), (x + slot + 0.23, y + 0.05, 0.755), 0.004, covers[1], 6)
    bulb = s.glow(s.linear('#ffcf8a'), 45)
    for x, y in ((-1.1, 1.9), (0.7, 0.6), (-1.1, -0.7)):
        s.rod((x, y, 3.6), (x, y, 2.3), 0.006, iron, 8)
        s.turned([(0.02, 0.12), (0.04, 0.1), (0.17, 0.0), (0.175, -0.01), (0.16, 0.0), (0.035, 0.09), (0.0, 0.1)], s.matter(s.linear('#2e4f8a'), rough=0.3), (x, y, 2.24))
        s.ball((x, y, 2.22), 0.04, bulb, detail=12)
        s.lamp('POINT', (x, y, 2.17), (0, 0, 0), 42, s.linear('#ffb561'), size=0.05)
    s.sky((0, s.linear('#16245e')), (1, s.linear('#0a1340')), strength=0.4)
    s.lamp('AREA', (4.2, 0, 2.2), (0, 0.5, 1), 22, s.linear('#6f8cff'), size=1.6)
    s.camera((0.85, -2.75, 1.35), (-0.2, 2.0, 1.2), lens=30, focus=(-0.2, 0.2, 0.8), fstop=1.4)
    return {'exposure': 0.3, 'bloom': 0.1}


def reading():
    """A desk after the lesson."""
    classroom()
    s.camera((-1.25, -2.05, 1.06), (-0.42, -0.72, 0.86), lens=38, focus=(-0.55, -1.13, 0.76), fstop=1.6)
    return {'exposure': 0.35, 'bloom': 0.12}


def river_land(evening=False):
    far, near = (s.linear('#4a3d68'), s.linear('#33305c')) if evening else (s.linear('#d9a593'), s.linear('#e9b795'))
    if evening:
        s.sky((-0.05, s.linear('#1b2450')), (0.02, s.linear('#c0654e')), (0.08, s.linear('#5a4a80')), (0.3, s.linear('#1d2c70')), (1, s.linear('#0a1238')), strength=0.5)
    else:
        s.sky((-0.05, s.linear('#b98a72')), (0.02, s.linear('#ffc98e')), (0.12, s.linear('#e8b6a6')), (0.35, s.linear('#8ea4d6')), (1, s.linear('#3a59b0')),
              strength=0.8, glow_at=(0.16, 1, 0.05), glow_colour=s.linear('#ffb060'), glow_power=60, glow_strength=3.0)
        s.lamp('SUN', (1.6, 10, 0.75), (0, 0, 0), 2.2, s.linear('#ffb673'), size=1)
    water, nodes, shader = s.surface('river')
    long = nodes.noise(0.5, detail=3, stretch=(1, 0.5, 1))
    short = nodes.noise(2.6, detail=3, stretch=(1, 0.6, 1))
    height = nodes.math('ADD', long, nodes.math('MULTIPLY', short, 0.3))
    s.put(nodes, shader, Base_Color=s.linear('#12294a'), Roughness=0.05, Specular=0.7, Normal=nodes.bump(height, 0.32, 0.25))
    s.in_haze(water, near, 900)
    s.sheet((0, 900, 0), (5000, 2000), water)
    for distance, high, seed, tone, x in ((520, 95, 3, '#4d4a50', -260), (900, 230, 6, '#4a4854', 330), (1700, 520, 11, '#454a60', -200)):
        rock = s.matter(s.linear(tone), rough=0.95, scale=0.02, bump=0.8, depth=6, grain=0.2, specular=0.1)
        s.ridge(distance, distance * 3, high, s.in_haze(rock, far, 900), seed, at_x=x)


def bridge(y, at_z=0.0):
    stone = s.matter(s.linear('#4d3d3c'), rough=0.9, scale=0.2, bump=0.6, depth=0.1, grain=2)
    s.in_haze(stone, s.linear('#c08f86'), 620)
    outline = [(-173, 15), (-173, -3)]
    for index in range(14):
        middle = -156 + index * 24
        for step in range(17):
            way = math.pi * step / 16
            outline.append((middle - 9.6 * math.cos(way), -3 + 12.5 * math.sin(way)))
    outline += [(173, -3), (173, 15)]
    s.extrude(outline, 9, stone, at=(0, y, at_z), turn=(math.pi / 2, 0, 0))
    s.box((0, y - 9.2, 15.6), (346, 0.6, 1.6), stone)
    for index in range(15):
        x = -168 + index * 24
        s.box((x, y - 10, 3), (4, 4, 12), stone, 0.6)
        s.rod((x, y - 9.2, 16), (x, y - 9.2, 22), 0.16, stone, 8)
        s.ball((x, y - 9.2, 22.2), 0.42, s.glow(s.linear('#ffd29a'), 12), detail=10)


def river():
    river_land()
    bridge(210)
    wood = s.wood(s.linear('#5a3d28'), s.linear('#2a1a10'), along='y')
    dark = s.matter(s.linear('#241a16'), rough=0.7)

    def boat(at, turn, size=1.0):
        def build():
            points, faces, rows = [], [], 33
            for row in range(rows):
                t = row / (rows - 1)
                wide = math.sin(math.pi * t) ** 0.6 * 0.95
                sheer = 0.5 + 0.75 * abs(2 * t - 1) ** 2.6
                keel = -0.1 + 0.6 * abs(2 * t - 1) ** 4
                y = (t - 0.5) * (7.5 + 0.8 * abs(2 * t - 1))
                points += [(-wide, y, sheer), (-wide * 0.8, y, keel + 0.15), (0, y, keel), (wide * 0.8, y, keel + 0.15), (wide, y, sheer)]
            for row in range(rows - 1):
                for side in range(4):
                    at_point = row * 5 + side
                    faces.append((at_point, at_point + 1, at_point + 6, at_point + 5))
            hull = s.mesh('hull', points, faces, wood, True)
            shell = hull.modifiers.new('planks', 'SOLIDIFY')
            shell.thickness = 0.07
            for y in (-1.6, 0.2, 1.9):
                s.box((0, y, 0.42), (1.6, 0.3, 0.06), wood, 0.01)
            s.rod((0.7, -1.4, 0.6), (2.9, 1.2, 0.02), 0.04, wood, 8)
            s.rod((0.1, 2.6, 0.4), (0.1, 2.9, 2.4), 0.03, wood, 8)
            s.ball((0.1, 2.88, 2.2), 0.12, s.glow(s.linear('#ffb45e'), 10), detail=12)

        s.group(s.made_by(build), at, turn).scale = (size,) * 3

    boat((3.2, 15, -0.12), (0, 0, 1.0))
    boat((-9, 42, -0.12), (0, 0, -0.7))
    reed = s.matter(s.linear('#5b5a34'), other=s.linear('#7d6a3a'), rough=0.8)
    for _ in range(150):
        x, y = -4.6 + random.gauss(0, 1.3), 8 + random.gauss(0, 1.6)
        lean = random.gauss(0.12, 0.12)
        high = random.uniform(0.9, 2.4)
        s.rod((x, y, -0.1), (x + lean * high, y + random.gauss(0, 0.1), high), 0.016, reed, 5, tip=0.002)
    s.camera((0, 0, 1.9), (0.4, 60, 6.2), lens=34, focus=16.0, fstop=1.8)
    return {'exposure': 0.15, 'bloom': 0.12}


def river_evening():
    """The lamps of the bridge, and the same river twelve hours later."""
    river_land(evening=True)
    dark = s.matter(s.linear('#17172a'), rough=0.9)
    s.box((0, 100, 9), (190, 5, 2.4), dark)
    for index in range(9):
        x = -80 + index * 20
        s.box((x, 100, 3), (4.5, 5.5, 12), dark, 0.5)
        s.rod((x, 98, 10), (x, 98, 14.4), 0.12, dark, 8)
        s.ball((x, 98, 14.6), 0.4, s.glow(s.linear('#ffc27a'), 90), detail=10)
    for index in range(16):
        x = -70 + index * 8.7 + random.uniform(-3, 3)
        s.box((x, 97.6, 11.0), (3.4, 1.8, 1.2), dark, 0.3)
        away = index % 2
        for y in (-0.5, 0.5):
            s.ball((x + 1.75, 97 + y * 0.4, 10.9), 0.16, s.glow(s.linear('#ff3420') if away else s.linear('#fff0d0'), 60), detail=8)
    s.camera((-6, 0, 2.2), (7, 100, 8.4), lens=44, focus=95.0, fstop=2.8)
    return {'exposure': 0.5, 'bloom': 0.16}


def microphone():
    """A microphone in its fur, and the road in the evening behind it."""
    road.land()
    road.lorry((12.5, 27, 0), (0, 0, -0.35))
    fur = s.matter(s.linear('#8f8a88'), other=s.linear('#5f5a5c'), rough=0.9, scale=8)
    core = s.ball((0, 0, 1.32), 0.055, fur, squash=(1, 2.5, 1), detail=40, turn=(0.2, 0, 1.15))
    hairs = core.modifiers.new('fur', 'PARTICLE_SYSTEM')
    settings = core.particle_systems[0].settings
    settings.type = 'HAIR'
    settings.count = 14000
    settings.hair_length = 0.07
    settings.hair_step = 4
    settings.root_radius = 0.5
    settings.tip_radius = 0.05
    settings.radius_scale = 0.0016
    settings.brownian_factor = 0.012
    settings.normal_factor = 0.008
    settings.tangent_factor = 0.0
    settings.object_align_factor = (0, 0, -0.012)
    bpy.context.scene.cycles_curves.shape = 'RIBBONS'
    black = s.matter(s.linear('#15161a'), rough=0.4, bump=0.05)
    s.rod((0.02, 0.0, 1.22), (0.06, 0.04, 0.0), 0.012, black)
    s.rod((0.0, 0, 1.24), (0.02, 0.0, 1.16), 0.024, black)
    s.rod((0.13, 0.1, 1.3), (0.2, 0.15, 1.28), 0.017, black)
    cable = s.copper
    s.rod((0.2, 0.15, 1.28), (0.1, 0.08, 0.9), 0.005, s.matter(cable, rough=0.5), 10)
    s.lamp('AREA', (-1.0, -0.6, 2.0), (0, 0, 1.3), 60, s.linear('#b4c2ff'), size=0.6)
    s.lamp('AREA', (1.0, 1.2, 1.6), (0, 0, 1.32), 90, s.linear('#ff9a55'), size=0.3)
    s.camera((-0.26, -1.15, 1.28), (0.16, 0, 1.34), lens=52, focus=(0, -0.05, 1.32), fstop=2.0)
    return {'exposure': 0.3, 'bloom': 0.1}


def hall():
    s.box((0, 0, -0.05), (8, 24, 0.1), tiles_floor())
    white = s.matter(s.linear('#dcdcd4'), other=s.linear('#d0d1c8'), rough=0.75, scale=1.2, bump=0.3, depth=0.004, grain=20)
    blue = s.matter(s.linear('#3f5fae'), other=s.linear('#34509a'), rough=0.45, scale=1.5, bump=0.2, depth=0.003, grain=20)
    s.box((-2.6, 2, 2.2), (0.1, 20, 2.2), white)
    s.box((-2.595, 2, 0.55), (0.11, 20, 1.1), blue)
    # Windows at the right, with bars: the sun draws them on the floor.
    s.box((2.65, 2, 0.5), (0.16, 20, 1.0), blue)
    s.box((2.65, 2, 3.0), (0.16, 20, 0.6), white)
    for step in range(9):
        s.box((2.65, -5.6 + step * 2.0, 1.9), (0.16, 0.7, 1.8), white)
        for bar in range(4):
            s.box((2.65, -4.99 + step * 2.0 + bar * 0.26, 1.9), (0.03, 0.03, 1.8), blue)
        s.box((2.65, -4.6 + step * 2.0, 1.9), (0.03, 1.4, 0.03), blue)
    # One lamp for the light of the sky along all windows: many would take samples from the sun.
    s.lamp('AREA', (2.52, 3.3, 1.9), (-2.5, 3.3, 1.3), 70, s.linear('#bcd2ff'), size=16, high=1.7)
    s.lamp('SUN', (6, 1.5, 4.3), (0, 0, 0), 14.0, s.linear('#ffd29a'), size=0.6)
    s.box((0, 8.05, 2.2), (8, 0.1, 2.2), white)
    s.box((0, 8.04, 0.55), (8, 0.11, 1.1), blue)
    s.box((0, 2, 3.3), (8, 20, 0.1), white)
    steel = s.metal((0.6, 0.62, 0.65, 1), 0.28)
    seat = s.matter(s.copper, other=s.linear('#bf5c1c'), rough=0.35, bump=0.08)
    for row in range(13):
        y = -1.6 + row * 0.58
        s.box((-2.2, y, 0.44), (0.46, 0.5, 0.04), seat, 0.018, segments=3)
        s.box((-2.42, y, 0.74), (0.04, 0.48, 0.44), seat, 0.018, (0, -0.14, 0), segments=3)
    s.box((-2.25, 2, 0.38), (0.06, 8, 0.05), steel, 0.005)
    for y in (-1.6, 0.6, 2.8, 5.0):
        s.rod((-2.25, y, 0), (-2.25, y, 0.38), 0.025, steel)
        s.rod((-2.45, y, 0.02), (-2.05, y, 0.02), 0.02, steel)
    # The number on the wall.
    s.box((0.4, 7.9, 2.15), (2.3, 0.12, 1.38), s.matter(s.linear('#101218'), rough=0.3), 0.02)
    s.sheet((0.4, 7.835, 2.15), (2.2, 1.283), s.screen('number', 4.5), (math.pi / 2, 0, 0))


def tiles_floor():
    material, nodes, shader = s.surface('tiles')
    at = nodes.add('TexCoord').outputs['Object']
    check = nodes.add('TexBrick', {'Vector': at, 'Color1': s.linear('#b9b2a4'), 'Color2': s.linear('#a79f90'), 'Mortar': s.linear('#6a645a'), 'Scale': 1.0, 'Mortar Size': 0.006, 'Brick Width': 0.5, 'Row Height': 0.5}, offset=0.0)
    wear = nodes.noise(3, detail=5)
    s.put(nodes, shader, Base_Color=check.outputs['Color'], Specular=0.5, Roughness=nodes.ramp(wear, (0.35, 0.1), (0.7, 0.3)),
          Normal=nodes.bump(nodes.math('ADD', nodes.math('MULTIPLY', check.outputs['Fac'], -1.0), nodes.math('MULTIPLY', wear, 0.4)), 0.15, 0.01))
    return material


def waiting():
    hall()
    s.sky((0, s.linear('#a9c4f0')), strength=0.5)
    s.lamp('AREA', (0, 2, 3.2), (0, 2, 0), 20, s.linear('#cfe0ff'), size=2.2, high=9)
    # A shoe box waits on a chair.
    s.box((-2.2, 0.72, 0.53), (0.3, 0.2, 0.13), s.matter(s.linear('#c8a878'), rough=0.9, scale=10), 0.004, (0, 0, 0.3))
    s.box((-2.2, 0.72, 0.603), (0.31, 0.21, 0.03), s.matter(s.lapis, rough=0.7), 0.004, (0, 0, 0.3))
    s.camera((1.45, -3.6, 1.35), (-0.35, 4.5, 1.35), lens=30, focus=(-2.0, 0.7, 0.6), fstop=1.8)
    return {'exposure': 0.3, 'bloom': 0.09, 'samples': 44}


def number():
    """The slip in front, the number on the wall out of focus behind it."""
    hall()
    paper = s.printed('ticket', rough=0.8, bump=0.2)
    slip = s.sheet((-2.13, -0.98, 0.52), (0.085, 0.147), paper, (1.25, 0, 0.5), cuts=24)
    s.displace(slip, 0.012, 0.09, depth=1)
    s.box((-2.16, -0.85, 0.53), (0.3, 0.19, 0.14), s.matter(s.linear('#c8a878'), other=s.linear('#b4925f'), rough=0.9, scale=10, bump=0.3), 0.004, (0, 0, 0.45))
    s.box((-2.16, -0.85, 0.606), (0.31, 0.2, 0.03), s.matter(s.lapis, rough=0.65), 0.004, (0, 0, 0.45))
    s.sky((0, s.linear('#a9c4f0')), strength=0.5)
    s.lamp('AREA', (0, 2, 3.2), (0, 2, 0), 16, s.linear('#cfe0ff'), size=2.2, high=9)
    s.camera((-1.72, -1.72, 0.74), (-1.86, -0.6, 0.7), lens=35, focus=(-2.12, -1.0, 0.52), fstop=2.0)
    s.lamp('SPOT', (-0.6, -2.2, 1.9), (-2.1, -0.9, 0.5), 60, s.linear('#ffd29a'), size=0.03, angle=32)
    return {'exposure': 0.5}


def street():
    asphalt, nodes, shader = s.surface('asphalt')
    pools = nodes.noise(0.55, detail=5)
    wet = nodes.ramp(pools, (0.44, 0.0), (0.54, 1.0))
    grit = nodes.noise(90, detail=4)
    s.put(nodes, shader, Base_Color=nodes.mix(s.linear('#2a2a2e'), s.linear('#101014'), wet), Specular=0.6,
          Roughness=nodes.mix(nodes.ramp(grit, (0.3, 0.28), (0.7, 0.5)), (0.03, 0.03, 0.03, 1), wet),
          Normal=nodes.bump(grit, nodes.mix((0.5, 0.5, 0.5, 1), (0.02, 0.02, 0.02, 1), wet), 0.006))
    s.sheet((0, 0, 0), (60, 60), asphalt)
    plaster = s.matter(s.linear('#8c7a68'), other=s.linear('#6d5d4d'), rough=0.9, scale=0.8, bump=0.6, depth=0.02, grain=14)
    dark = s.matter(s.linear('#3a3f55'), other=s.linear('#2c3044'), rough=0.85, scale=0.8, bump=0.5, depth=0.02, grain=14)
    steel = s.metal((0.4, 0.42, 0.46, 1), 0.4)
    kerb = s.matter(s.linear('#7d766c'), rough=0.8, scale=2, bump=0.5)
    s.box((0, 5.2, 0.08), (40, 2.4, 0.16), kerb, 0.02)
    # The pharmacy.
    s.box((0, 6.6, 4.6), (5.4, 0.4, 3.4), plaster)
    for x in (-2.6, 2.6):
        s.box((x, 6.5, 1.6), (0.4, 0.5, 3.2), plaster)
    s.box((0, 6.3, 3.15), (5.0, 0.12, 1.18), steel, 0.02)
    s.sheet((0, 6.235, 3.15), (4.9, 1.1), s.printed('sign', rough=0.3), (math.pi / 2, 0, 0))
    for x in (-1.8, -0.6, 0.6, 1.8):
        s.rod((x, 6.3, 3.85), (x, 5.45, 4.12), 0.015, steel, 8)
        s.lamp('SPOT', (x, 5.4, 4.1), (x, 6.3, 3.0), 110, s.linear('#ffe2b4'), size=0.05, angle=110)
        s.ball((x, 5.42, 4.1), 0.035, s.glow(s.linear('#ffe2b4'), 30), detail=8)
    inside = s.matter(s.linear('#e8ddc6'), rough=0.8, scale=1)
    s.box((0, 9.4, 1.6), (5.2, 0.1, 3.0), inside)
    for x in (-2.5, 2.5):
        s.box((x, 8, 1.6), (0.1, 3, 3.0), inside)
    s.box((0, 8, 2.75), (5.2, 3, 0.1), inside)
    s.box((0, 8, 0.16), (5.2, 3, 0.05), tiles_floor())
    s.lamp('AREA', (0, 7.9, 2.65), (0, 7.9, 0), 150, s.linear('#ffe9c4'), size=3.6, high=1.2)
    s.box((0, 7.9, 2.68), (3.4, 0.16, 0.04), s.glow(s.linear('#fff0d4'), 12))
    boxes = [s.matter(tone, rough=0.5) for tone in (s.lapis, s.copper, s.linear('#2f7a5a'), s.linear('#e9e4d8'), s.linear('#a8322a'), s.linear('#d9b64a'))]
    for shelf in range(5):
        z = 0.62 + shelf * 0.42
        s.box((0, 9.2, z), (4.8, 0.3, 0.03), steel)
        x = -2.3
        while x < 2.3:
            wide, high = random.uniform(0.08, 0.2), random.uniform(0.14, 0.32)
            s.box((x + wide / 2, 9.15, z + high / 2 + 0.015), (wide * 0.94, 0.16, high), random.choice(boxes))
            x += wide + (0.1 if random.random() > 0.85 else 0)
    s.box((0.3, 7.5, 0.65), (3.0, 0.5, 0.95), s.wood(s.linear('#7b5230')), 0.01)
    s.box((0.3, 7.5, 1.14), (3.1, 0.56, 0.04), s.glass((0.8, 0.9, 0.9, 1), 0.05))
    s.box((-1.3, 6.45, 1.35), (0.06, 0.06, 2.5), steel)
    # Neighbours with closed shutters, a window above with a light in it.
    for side in (-1, 1):
        for index in range(2):
            x = side * (5.4 + index * 5.2)
            s.box((x, 6.7, 4.4), (5.1, 0.5, 8.8), dark if (index + side) % 2 else plaster)
            for slat in range(26):
                s.box((x, 6.4, 0.25 + slat * 0.1), (3.8, 0.04, 0.085), steel, 0.015)
            s.box((x, 6.42, 6.2), (1.2, 0.1, 1.5), s.glow(s.linear('#ffb066'), 1.4 if (index, side) in ((0, -1), (1, 1)) else 0.02))
            for bar in range(5):
                s.box((x - 0.48 + bar * 0.24, 6.35, 6.2), (0.03, 0.04, 1.5), steel)
    s.box((0, 6.6, 7.6), (5.4, 0.4, 3.0), plaster)
    # Wires, crates, a bucket.
    wire = s.matter((0.01, 0.01, 0.01, 1))
    for index in range(5):
        y, z = 5.0 - index * 0.3, 6.0 + 0.3 * index
        for step in range(24):
            a, b = -12 + step, -11 + step
            sag = lambda x: z - 0.7 * (1 - (x / 12) ** 2) - 0.1 * index
            s.rod((a, y, sag(a)), (b, y, sag(b)), 0.012, wire, 5)
    crate = s.wood(s.linear('#9b6f43'), s.linear('#5f3f24'))
    for x, z, turn in ((3.0, 0.34, 0.2), (3.05, 0.7, -0.1), (3.75, 0.34, 0.5)):
        for slat in range(3):
            for y in (-0.2, 0.2):
                s.box((x, 5.6 + y, z - 0.12 + slat * 0.12), (0.6, 0.02, 0.09), crate, 0.004, (0, 0, turn * 0.1))
        s.box((x, 5.6, z - 0.16), (0.6, 0.4, 0.02), crate)
    s.rod((-2.95, 5.7, 0.16), (-2.95, 5.7, 0.5), 0.14, boxes[0], tip=0.18)
    # Rain in the air far away, seen as haze.
    s.sky((0, s.linear('#3a4a80')), (0.3, s.linear('#1a2658')), (1, s.linear('#0b1438')), strength=0.35)
    s.lamp('AREA', (-9, -2, 7), (-4, 5, 1), 700, s.linear('#5f7dff'), size=3)
    s.lamp('AREA', (11, 3, 4), (3, 4, 0), 420, s.linear('#ff8a4a'), size=1.5)


def shop():
    street()
    s.camera((-2.2, -3.2, 0.9), (0.2, 6, 2.0), lens=33, focus=(0, 6.2, 3), fstop=2.0)
    return {'exposure': 0.7, 'bloom': 0.12}


def sign():
    street()
    s.camera((-1.9, 2.2, 2.1), (0.12, 6.2, 3.1), lens=30, focus=(0.3, 6.2, 3.1), fstop=1.2)
    return {'exposure': 0.25, 'bloom': 0.12}


def editing_room():
    wall = s.matter(s.linear('#1f2742'), other=s.linear('#182038'), rough=0.9, scale=2, bump=0.3)
    s.box((0, 1.3, 1.0), (6, 0.1, 3), wall)
    s.group(s.made_by(lambda: planks(s.wood(s.linear('#6b4327'), s.linear('#3a2213')), 6, 0.16, 3.0, 0)), (0, 0.35, 0.73))
    black = s.matter(s.linear('#0d0e12'), rough=0.35, bump=0.05)
    for x, turn, name, size in ((-0.16, 0.08, 'edit', (1.06, 0.6)), (0.86, -0.42, 'edit', (0.72, 0.405))):
        def monitor():
            s.box((0, 0.02, 0.47), (size[0] + 0.03, 0.03, size[1] + 0.03), black, 0.006)
            s.sheet((0, 0.003, 0.47), size, s.screen(name, 2.6, 0.3), (math.pi / 2, 0, 0))
            s.box((0, 0.05, 0.12), (0.06, 0.03, 0.3), black, 0.005)
            s.box((0, 0.03, 0.01), (0.3, 0.2, 0.014), black, 0.005)

        s.group(s.made_by(monitor), (x, 0.62, 0.75), (0, 0, turn))
    for row in range(5):
        for key in range(15):
            s.box((-0.42 + key * 0.0195, 0.2 - row * 0.0195, 0.775), (0.0172, 0.0172, 0.01), black if (row * 3 + key) % 7 else s.matter(s.copper, rough=0.5), 0.002)
    s.box((-0.285, 0.162, 0.765), (0.31, 0.12, 0.012), black, 0.004)
    # Speakers, a cup, headphones on the desk, a desk lamp that is turned to the wall.
    for x in (-0.95, 0.42):
        s.box((x, 0.85, 0.95), (0.19, 0.2, 0.32), black, 0.01)
        s.rod((x, 0.745, 0.9), (x, 0.735, 0.9), 0.07, s.matter(s.linear('#3a3d46'), rough=0.6), 40)
        s.rod((x, 0.745, 1.04), (x, 0.735, 1.04), 0.026, s.matter(s.linear('#3a3d46'), rough=0.4), 30)
    s.turned([(0, 0.0), (0.034, 0.0), (0.04, 0.01), (0.042, 0.085), (0.039, 0.086), (0.036, 0.012), (0, 0.01)], s.matter(s.linear('#d9d4c8'), rough=0.15, bump=0.03), (0.22, 0.16, 0.752))
    leather = s.matter(s.linear('#17181c'), rough=0.5, bump=0.3)
    for at in ((0.02, 0.1, 0.785), (0.1, -0.02, 0.785)):
        bpy.ops.mesh.primitive_torus_add(location=at, rotation=(0.25, 0.2, 0), major_radius=0.036, minor_radius=0.017)
        s.dress(bpy.context.object, leather, True)
    bpy.ops.mesh.primitive_torus_add(location=(0.115, 0.075, 0.785), rotation=(0.12, 0, 0), major_radius=0.095, minor_radius=0.007)
    s.dress(bpy.context.object, leather, True)
    s.box((-0.62, 0.12, 0.757), (0.15, 0.21, 0.012), s.matter(s.copper, rough=0.7), 0.002, (0, 0, 0.25))
    s.rod((-0.66, 0.05, 0.77), (-0.58, 0.19, 0.77), 0.004, s.matter(s.linear('#e9e4da')), 8)
    s.lamp('SPOT', (-1.35, 0.8, 1.05), (-1.25, 1.25, 1.6), 420, s.linear('#ff9a4a'), size=0.05, angle=100)
    s.lamp('AREA', (1.6, -0.6, 2.0), (0.2, 0.3, 0.7), 45, s.linear('#6f8cff'), size=0.6)
    s.sky((0, s.linear('#101a40')), strength=0.12)
    s.camera((0.5, -1.02, 1.3), (-0.03, 0.55, 0.98), lens=31, focus=(-0.1, 0.5, 1.1), fstop=1.8)
    return {'exposure': 0.35, 'bloom': 0.1}


def desk_by_window():
    planks(s.wood(s.linear('#a9794c'), s.linear('#6d4628')), 9)
    shell = s.metal((0.62, 0.64, 0.68, 1), 0.3)

    def laptop():
        s.box((0, 0, 0.008), (0.31, 0.215, 0.014), shell, 0.005, segments=3)
        keys = s.matter(s.linear('#14151a'), rough=0.5)
        for row in range(5):
            for key in range(14):
                s.box((-0.13 + key * 0.02, 0.075 - row * 0.02, 0.0158), (0.0175, 0.0175, 0.002), keys, 0.001)
        s.box((0, -0.065, 0.0153), (0.1, 0.06, 0.0006), s.metal((0.5, 0.52, 0.56, 1), 0.2))

    lid = s.made_by(lambda: (s.box((0, 0, 0.1), (0.31, 0.007, 0.205), shell, 0.003), s.sheet((0, -0.0037, 0.102), (0.298, 0.187), s.screen('queue', 1.5), (math.pi / 2, 0, 0))))
    s.group(lid, (-0.06, 0.14, 0.012), (-0.3, 0, 0.16))
    s.group(s.made_by(laptop), (-0.043, 0.034, 0), (0, 0, 0.16))
    s.group(device('mandi', 0.072, 0.15, 1.3), (0.2, -0.09, 0.001), (0, 0, -0.3))
    s.turned([(0, 0.0), (0.034, 0.0), (0.04, 0.01), (0.043, 0.075), (0.041, 0.076), (0.038, 0.012), (0, 0.01)], s.matter(s.lapis, rough=0.12, bump=0.03), (0.25, 0.12, 0))
    s.turned([(0, 0), (0.0405, 0)], s.matter(s.linear('#7a431c'), rough=0.05, bump=0), (0.25, 0.12, 0.064))
    page = s.matter(s.linear('#f3ecdc'), rough=0.9, scale=30, bump=0.1)
    s.box((-0.31, -0.05, 0.004), (0.15, 0.21, 0.008), page, 0.001, (0, 0, 0.35))
    ink = s.matter(s.lapis, rough=0.6)
    for box in ((-0.33, 0.0, 0.06, 0.035), (-0.29, -0.07, 0.06, 0.035), (-0.35, -0.075, 0.03, 0.035)):
        for dx, dy, w, h in ((0, box[3] / 2, box[2], 0.001), (0, -box[3] / 2, box[2], 0.001), (box[2] / 2, 0, 0.001, box[3]), (-box[2] / 2, 0, 0.001, box[3])):
            s.box((box[0] + dx, box[1] + dy, 0.0084), (w, h, 0.0004), ink)
    s.rod((-0.25, -0.14, 0.012), (-0.19, 0.02, 0.012), 0.004, s.matter(s.copper, rough=0.3), 6)
    # A plant, and the wall.
    pot = s.matter(s.linear('#b8623a'), other=s.linear('#9a4f2d'), rough=0.85, scale=14, bump=0.3)
    s.turned([(0, 0), (0.05, 0), (0.068, 0.1), (0.072, 0.1), (0.072, 0.118), (0.064, 0.118), (0.06, 0.1), (0, 0.1)], pot, (-0.38, 0.36, 0))
    leaf = s.matter(s.linear('#2f6a35'), other=s.linear('#1f5028'), rough=0.35, scale=20, bump=0.1)
    for index in range(20):
        way, lift, reach = index * 2.4, random.uniform(0.15, 0.32), random.uniform(0.05, 0.13)
        tip = (-0.38 + reach * math.cos(way), 0.36 + reach * math.sin(way), 0.1 + lift)
        s.rod((-0.38, 0.36, 0.1), tip, 0.0025, leaf, 6)
        s.ball(tip, 0.05, leaf, squash=(1, 0.62, 0.06), detail=14, turn=(random.uniform(-0.5, 0.5), random.uniform(0.1, 0.9), way))
    s.box((0, 1.1, 0.5), (5, 0.05, 3), s.matter(s.linear('#b9c1d4'), other=s.linear('#a5aec4'), rough=0.9, scale=2, bump=0.4, grain=40))
    room_sky(0.3)
    window_light(80, (-1.5, 0.5, 1.0), (0, 0.1, 0.05))
    s.camera((0.22, -0.74, 0.42), (-0.02, 0.05, 0.06), lens=46, focus=(-0.04, 0.08, 0.06), fstop=6.3)
    return {'exposure': 0.2, 'samples': 64, 'scale': 0.75}


def at_the_desk():
    desk_by_window()
    s.camera((0.32, -0.34, 0.2), (-0.06, 0.14, 0.09), lens=50, focus=(-0.06, 0.12, 0.11), fstop=6.3)
    return {'exposure': -0.3, 'samples': 48, 'scale': 0.65}


pictures = {
    'project-walls-that-were-2': gate_detail,
    'project-night-school-2': reading,
    'project-kabul-river-recorded-2': river_evening,
    'project-queue-kindly-2': at_the_desk,
    'project-walls-that-were-1': gate_wide,
    'post-gates': gate_through,
    'project-night-school-1': classroom,
    'project-kabul-river-recorded-1': river,
    'post-sound-first': microphone,
    'post-waiting-room': waiting,
    'project-queue-kindly-1': number,
    'project-chapli-1': shop,
    'post-two-scripts': sign,
    'category-film': editing_room,
    'category-games-and-3d': gate_model,
    'category-web-and-apps': desk_by_window,
}
