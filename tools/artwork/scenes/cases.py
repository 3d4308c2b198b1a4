"""More pictures for four works: what was on their tables, details of their places, other hours."""

import math
import random

import bpy

import stage as s
from scenes import places, road, stepwell, still_life
from scenes.still_life import device, planks, room_sky, window_light

glass_profile = [(0, 0.006), (0.026, 0.006), (0.028, 0.02), (0.033, 0.088), (0.035, 0.088), (0.03, 0.018), (0.027, 0.0), (0, 0.0)]


def tea(at):
    """A small glass of tea with milk."""
    s.turned(glass_profile, s.glass((0.95, 0.98, 0.97, 1)), at)
    s.turned([(0, 0.007), (0.0255, 0.007), (0.031, 0.07), (0, 0.07)], s.matter(s.linear('#d8a06a'), rough=0.08, vary=0.1, bump=0), at)


def sun_power(power):
    for data in bpy.data.lights:
        if data.type == 'SUN':
            data.energy = power


# Salt Road


def lorry_front():
    """The painted crown of the lorry with its small lamps."""
    road.land()
    road.lorry((0.5, 15, 0), (0, 0, 0.05))
    s.lamp('AREA', (-3.2, 11.0, 2.2), (0.5, 14.2, 3.0), 110, s.linear('#ff9a5a'), size=1.2)
    s.lamp('AREA', (3.6, 10.5, 5.0), (0.5, 14.2, 3.4), 60, s.linear('#8fa0ff'), size=1.6)
    s.camera((-1.75, 10.6, 2.0), (0.52, 14.2, 3.22), lens=48, focus=(0.3, 14.2, 3.3), fstop=2.0)
    return {'exposure': 0.15, 'bloom': 0.14}


def salt():
    """Blocks of rock salt on the bed of the lorry, with a lamp behind them."""
    planks(s.wood(s.linear('#6a4227'), s.linear('#33200f')), 12, 0.16, 3.2)
    crystal = s.matter(
        s.linear('#e7a58c'), other=s.linear('#f4d9cd'), rough=0.32, scale=5, bump=0.7, depth=0.008, grain=40, specular=0.5,
    )
    for x, y, size in ((-0.36, 0.26, 0.16), (-0.06, 0.3, 0.2), (0.3, 0.34, 0.17), (-0.2, 0.02, 0.12), (0.12, 0.06, 0.15), (0.42, 0.1, 0.11),
                       (-0.62, 0.42, 0.2), (0.66, 0.46, 0.2), (0.04, 0.62, 0.24), (-0.4, 0.72, 0.24), (0.42, 0.78, 0.26)):
        block = s.box((x, y, size * 0.62), (size * 1.5, size * 1.3, size * 1.15), crystal, turn=(random.uniform(-0.3, 0.3), random.uniform(-0.3, 0.3), random.random() * 3))
        fine = block.modifiers.new('fine', 'SUBSURF')
        fine.subdivision_type = 'SIMPLE'
        fine.levels = fine.render_levels = 5
        s.displace(block, size * 0.9, size * 1.1, kind='VORONOI')
        s.displace(block, size * 0.3, size * 0.35)
    for _ in range(90):
        x, y, size = random.uniform(-0.6, 0.6), random.gauss(0.0, 0.14), random.uniform(0.004, 0.018)
        s.ball((x, y, size * 0.5), size, crystal, detail=4, lumps=size * 0.7, lump_size=0.9)
    rope = s.cloth(s.linear('#b59a6a'), threads=500)
    for step in range(46):
        t = step / 46
        s.rod((-0.9 + 1.8 * t, -0.2 + 0.05 * math.sin(7 * t), 0.014), (-0.9 + 1.8 * (t + 1 / 44), -0.2 + 0.05 * math.sin(7 * (t + 1 / 44)), 0.014), 0.012, rope, 10)
    s.box((0, 1.3, 0.6), (5, 0.06, 2.4), s.matter(s.night, rough=0.7, scale=3, bump=0.3))
    room_sky(0.12)
    s.lamp('AREA', (0.5, 1.05, 0.75), (0.0, 0.2, 0.1), 26, s.linear('#ffb070'), size=0.2)
    s.lamp('AREA', (-1.1, -0.3, 0.8), (0, 0.2, 0.1), 5, s.linear('#b9b4e8'), size=0.5)
    s.camera((-0.2, -0.86, 0.4), (0.03, 0.2, 0.1), lens=42, focus=(0.08, 0.0, 0.14), fstop=2.8)
    return {'exposure': 0.25, 'bloom': 0.08}


def tea_stop():
    """A notebook and a recorder on a table at the roadside; the lorry waits."""
    road.land()
    road.lorry((4.6, 17, 0), (0, 0, -0.4))
    s.group(s.made_by(lambda: planks(s.wood(s.linear('#7d5232'), s.linear('#3f2513')), 6, 0.14, 1.9, 0)), (0, 0.12, 0.72))
    s.group(s.made_by(lambda: (
        s.box((0, 0, 0.006), (0.31, 0.22, 0.012), s.matter(s.copper, rough=0.7), 0.002),
        s.sheet((0, 0, 0.0128), (0.3, 0.21), s.printed('notebook', rough=0.85)),
    )), (-0.06, -0.1, 0.742), (0, 0, 0.16))
    s.rod((0.01, -0.17, 0.762), (0.12, -0.09, 0.762), 0.004, s.matter(s.lapis, rough=0.3), 6)
    black = s.matter(s.linear('#17181c'), rough=0.45, bump=0.1)

    def recorder():
        s.box((0, 0, 0.025), (0.13, 0.19, 0.05), black, 0.008)
        s.sheet((0, 0.03, 0.0506), (0.1, 0.075), s.screen('levels', 1.6))
        for x in (-0.036, -0.012, 0.012, 0.036):
            s.rod((x, -0.045, 0.05), (x, -0.045, 0.062), 0.009, s.metal((0.6, 0.6, 0.62, 1), 0.3), 20)
        s.rod((0.0, -0.075, 0.05), (0, -0.075, 0.054), 0.008, s.glow(s.linear('#ff3a1a'), 5), 16)

    s.group(s.made_by(recorder), (0.25, 0.06, 0.74), (0, 0, -0.3))
    cable = s.matter(s.copper, rough=0.5)
    for step in range(30):
        at = lambda t: (0.2 - 0.62 * t, 0.16 + 0.06 * math.sin(6 * t), 0.746)
        s.rod(at(step / 30), at((step + 1) / 29.5), 0.0035, cable, 8)
    tea((-0.3, 0.1, 0.74))
    tea((-0.19, 0.2, 0.74))
    s.lamp('AREA', (-1.1, -0.5, 1.6), (0, 0, 0.75), 26, s.linear('#ffb27a'), size=0.3)
    s.lamp('AREA', (1.2, -0.2, 1.5), (0, 0, 0.75), 9, s.linear('#8fa0ff'), size=0.6)
    s.camera((-0.1, -0.62, 1.04), (0.02, 0.3, 0.79), lens=35, focus=(-0.02, -0.08, 0.76), fstop=2.4)
    return {'exposure': 0.25, 'bloom': 0.1}


def night_road():
    """The end of the film: an empty road, and two lamps that are far away."""
    road.land()
    s.sky((-0.02, s.linear('#1c2040')), (0.01, s.linear('#6a4a6a')), (0.06, s.linear('#3a3c78')), (0.3, s.linear('#141c4c')), (1, s.linear('#070b24')), strength=0.55)
    sun_power(0.12)
    for material in bpy.data.materials:
        for node in material.node_tree.nodes:
            if node.type == 'EMISSION':
                node.inputs['Color'].default_value = s.linear('#4a3d6c')
    road.stones(2, 40, 4.2, 120)
    road.lorry((-1.5, 62, 0), (0, 0, 0.0))
    s.camera((0.9, 0, 0.75), (-0.35, 30, 2.6), lens=38, focus=26.0, fstop=2.8)
    return {'exposure': 1.0, 'bloom': 0.16}


# Queue Kindly


def chairs():
    """The row of chairs in the afternoon: there are enough."""
    places.hall()
    s.sky((0, s.linear('#a9c4f0')), strength=0.5)
    s.lamp('AREA', (0, 2, 3.2), (0, 2, 0), 20, s.linear('#cfe0ff'), size=2.2, high=9)
    s.camera((-0.55, -2.3, 0.95), (-1.75, 2.4, 0.62), lens=36, focus=(-2.1, -0.4, 0.6), fstop=2.0)
    return {'exposure': 0.3, 'bloom': 0.08, 'samples': 16}


def printer():
    """The little printer at the door: the number comes out of it."""
    s.box((0, 0, -0.02), (3, 1.0, 0.04), s.matter(s.linear('#c9c2b4'), other=s.linear('#b8b0a0'), rough=0.3, scale=6, bump=0.1), 0.004)
    s.box((0, 0.52, 0.5), (4, 0.04, 2), s.matter(s.linear('#3f5fae'), other=s.linear('#34509a'), rough=0.5, scale=1.5, bump=0.3, depth=0.004, grain=20))
    shell = s.matter(s.linear('#23252c'), rough=0.4, scale=8, bump=0.08)
    lid = s.matter(s.linear('#3a3d46'), rough=0.35, scale=8, bump=0.08)

    def machine():
        s.box((0, 0, 0.06), (0.15, 0.18, 0.12), shell, 0.014, segments=4)
        s.box((0, 0.03, 0.128), (0.144, 0.115, 0.03), lid, 0.012, segments=4)
        s.box((0, -0.04, 0.1215), (0.094, 0.006, 0.004), s.matter((0.01, 0.01, 0.01, 1)))
        for x, tone, power in ((-0.05, '#58ff8a', 4), (-0.036, '#ff8a3a', 0.2)):
            s.rod((x, -0.068, 0.119), (x, -0.068, 0.1215), 0.0035, s.glow(s.linear(tone), power), 16)
        s.box((0.045, -0.068, 0.121), (0.026, 0.016, 0.004), lid, 0.002)
        # The slip: out of the slot, up, and over to the front.
        points, faces, rows = [], [], 30
        for row in range(rows + 1):
            t = row / rows
            points += [(x, -0.04 - 0.062 * t * t, 0.12 + 0.132 * t - 0.022 * t * t) for x in (-0.042, 0.042)]
        for row in range(rows):
            faces.append((2 * row, 2 * row + 1, 2 * row + 3, 2 * row + 2))
        slip = s.mesh('slip', points, faces, s.printed('ticket', rough=0.8, bump=0.15), True)
        layer = slip.data.uv_layers.new()
        for loop in slip.data.loops:
            layer.data[loop.index].uv = (loop.vertex_index % 2, loop.vertex_index // 2 / rows)

    s.group(s.made_by(machine), (0, 0.05, 0), (0, 0, 0.3))
    paper = s.matter(s.linear('#f3efe4'), rough=0.85, scale=40, bump=0.1)
    for x, y in ((0.23, 0.18), (0.3, 0.12)):
        s.turned([(0.012, 0), (0.036, 0.0), (0.036, 0.08), (0.012, 0.08), (0.012, 0)], paper, (x, y, 0))
    s.turned([(0, 0.0), (0.034, 0.0), (0.04, 0.01), (0.042, 0.085), (0.039, 0.086), (0.036, 0.012), (0, 0.01)], s.matter(s.copper, rough=0.25, bump=0.03), (-0.26, 0.2, 0))
    for step, lean in enumerate((-0.2, 0.1, 0.32)):
        s.rod((-0.262 + 0.01 * step, 0.2, 0.01), (-0.26 + 0.1 * lean, 0.2 + 0.02 * step, 0.155), 0.0036, s.matter((s.lapis, s.linear('#a8322a'), s.night)[step], rough=0.3), 8)
    room_sky(0.28)
    window_light(30, (-1.3, -0.4, 0.9), (0, 0, 0.1))
    s.lamp('AREA', (0.5, -0.9, 0.7), (0, 0, 0.15), 6, s.linear('#fff0dc'), size=0.5)
    s.camera((0.14, -0.56, 0.25), (0.02, 0.06, 0.115), lens=50, focus=(-0.01, -0.03, 0.19), fstop=2.4)
    return {'exposure': 0.1}


def message():
    """The message comes while the tea is still hot; the box of shoes has been bought."""
    planks(s.wood(s.linear('#8a6040'), s.linear('#4a2c17')), 9)
    s.group(device('message', 0.072, 0.15, 1.0), (0.02, -0.08, 0.001), (0, 0, 0.2))
    tea((0.15, 0.07, 0))
    s.turned([(0, 0), (0.05, 0), (0.062, 0.01), (0.06, 0.012), (0.05, 0.004), (0, 0.003)], s.matter(s.linear('#e9e4da'), rough=0.15, bump=0.03), (0.15, 0.07, -0.001))
    s.group(s.made_by(lambda: (
        s.box((0, 0, 0.05), (0.3, 0.18, 0.1), s.matter(s.linear('#c8a878'), other=s.linear('#b4925f'), rough=0.9, scale=10, bump=0.3), 0.003),
        s.box((0, 0, 0.105), (0.31, 0.19, 0.03), s.matter(s.lapis, rough=0.65, vary=0.15), 0.004),
        s.extrude(s.star(0.05), 0.0012, s.matter(s.copper, rough=0.6), at=(0, 0, 0.1202)),
    )), (-0.19, 0.17, 0), (0, 0, 0.35))
    # A wall behind with the light of a street on it, and lamps out of focus.
    s.box((0, 1.6, 0.5), (6, 0.05, 4), s.matter(s.linear('#4a3a34'), rough=0.9, scale=2, bump=0.4, grain=40))
    for x, z, tone in ((-0.5, 0.5, '#ffb25e'), (-0.1, 0.62, '#ff8a4a'), (0.35, 0.48, '#8fa7ff'), (0.6, 0.6, '#ffb25e')):
        s.ball((x, 1.4, z), 0.012, s.glow(s.linear(tone), 60), detail=10)
    room_sky(0.2)
    s.lamp('AREA', (-1.0, 0.4, 0.8), (0, 0, 0.02), 17, s.linear('#ffc890'), size=0.25)
    s.lamp('AREA', (1.1, 0.3, 0.5), (0, 0, 0.05), 5, s.linear('#8fa7ff'), size=0.4)
    s.camera((0.07, -0.4, 0.3), (0.025, -0.035, 0.015), lens=46, focus=(0.02, -0.07, 0.01), fstop=3.2)
    return {'exposure': 0.5}


# Chapli


def proof():
    """A letter between its guide lines, beside the brush that has to be able to paint it."""
    planks(s.wood(s.linear('#a9794c'), s.linear('#6d4628')), 9)
    s.sheet((0.0, 0.02, 0.0012), (0.46, 0.325), s.printed('proof', rough=0.85, bump=0.15), (0, 0, -0.14))
    s.sheet((-0.2, 0.26, 0.0006), (0.46, 0.325), s.printed('proof', rough=0.85, bump=0.15), (0, 0, 0.5))
    tin = s.metal((0.55, 0.56, 0.58, 1), 0.3)
    for x, y, paint in ((0.31, 0.16, s.lapis), (0.39, 0.03, s.copper)):
        s.turned([(0, 0), (0.042, 0), (0.043, 0.07), (0.045, 0.072), (0.043, 0.074), (0.04, 0.07), (0.04, 0.055)], tin, (x, y, 0))
        s.turned([(0, 0.056), (0.0405, 0.056)], s.matter(paint, rough=0.12, bump=0.05), (x, y, 0))

    def brush():
        s.rod((0, 0, 0), (0.17, 0, 0), 0.0045, s.wood(s.linear('#7a2d24'), s.linear('#4a1812')), 16, tip=0.003)
        s.rod((-0.03, 0, 0), (0.002, 0, 0), 0.0052, s.metal((0.8, 0.6, 0.3, 1), 0.25), 16)
        s.rod((-0.03, 0, 0), (-0.066, 0, 0), 0.0056, s.matter(s.lapis, rough=0.4, bump=0.3, grain=300), 16, tip=0.001)

    s.group(s.made_by(brush), (0.17, -0.1, 0.009), (0, 0, 0.55))
    rail = s.metal((0.72, 0.72, 0.74, 1), 0.28)
    s.box((-0.08, -0.17, 0.002), (0.42, 0.032, 0.0025), rail, 0.0006, (0, 0, -0.1))
    ink = s.matter((0.02, 0.02, 0.03, 1))
    for step in range(40):
        t = -0.2 + step * 0.0102
        s.box((-0.08 + t * math.cos(-0.1) - 0.012 * math.sin(-0.1), -0.17 + t * math.sin(-0.1) + 0.012 * math.cos(-0.1), 0.0034),
              (0.0006, 0.007 if step % 5 else 0.013, 0.0003), ink, turn=(0, 0, -0.1))
    room_sky(0.28)
    window_light(34, (-1.4, 0.6, 0.9), (0, 0, 0.02))
    s.camera((0.16, -0.5, 0.44), (0.07, 0.02, 0.0), lens=39, focus=(0.05, -0.02, 0.01), fstop=2.6)
    return {'exposure': -0.35}


def boards():
    """Three painted boards at the far side of a car park, and the wheel that measures the way to them."""
    asphalt = s.matter(s.linear('#6e6b68'), other=s.linear('#57544f'), rough=0.9, scale=0.5, bump=0.5, depth=0.01, grain=30)
    s.sheet((0, 20, 0), (160, 120), asphalt)
    chalk = s.matter(s.linear('#e9e6dc'), other=s.linear('#a9a59a'), rough=0.9, scale=9, bump=0.2)
    for step in range(-6, 7):
        s.box((step * 2.6, 19, 0.003), (0.11, 5, 0.006), chalk)
    for y in (4.2, 9.5):
        s.box((0.4, y, 0.003), (5.5, 0.07, 0.006), chalk)
    trestle = s.wood(s.linear('#a9794c'), s.linear('#6d4628'), along='z')
    for x, turn in ((-3.3, 0.12), (0.5, 0.0), (4.2, -0.12)):
        def stand():
            for leg in (-0.95, 0.95):
                s.rod((leg, 0, 0), (leg, 0.12, 2.0), 0.045, trestle, 8)
                s.rod((leg, 0.9, 0), (leg, 0.12, 2.0), 0.04, trestle, 8)
            s.box((0, 0.02, 1.46), (3.0, 0.06, 0.78), s.matter(s.night, rough=0.6), 0.01)
            s.sheet((0, -0.012, 1.46), (2.94, 0.706), s.printed('sign', rough=0.35), (math.pi / 2, 0, 0))

        s.group(s.made_by(stand), (x, 14.2, 0), (0, 0, turn))
    wall = s.matter(s.linear('#d3bfa2'), other=s.linear('#b89f7d'), rough=0.95, scale=0.6, bump=0.6, depth=0.02, grain=12)
    s.box((0, 24, 1.6), (80, 0.4, 3.2), wall)
    for x in range(-9, 10):
        s.box((x * 4.2, 23.7, 1.7), (0.5, 0.4, 3.4), wall, 0.02)
    leaf = s.matter(s.linear('#4f7040'), other=s.linear('#345228'), rough=0.7, scale=2, bump=0.6, grain=18)
    for x in (-16, -9.5, -4, 3, 8.5, 15):
        s.rod((x, 27, 0), (x + 0.3, 27, 4.6), 0.2, trestle, 10)
        for _ in range(7):
            s.ball((x + random.gauss(0.2, 1.0), 27 + random.gauss(0, 0.8), 5.2 + random.gauss(0, 0.8)), random.uniform(0.8, 1.5), leaf, detail=48, lumps=0.7, lump_size=0.16)
    # The measuring wheel leans on a stone in front.
    rubber, copper = s.matter(s.linear('#17161a'), rough=0.7, bump=0.2), s.matter(s.copper, rough=0.3)
    bpy.ops.mesh.primitive_torus_add(location=(1.35, 8.0, 0.22), rotation=(math.pi / 2, 0, 0.5), major_radius=0.2, minor_radius=0.02, major_segments=80)
    s.dress(bpy.context.object, rubber, True)
    for step in range(6):
        way = step * math.pi / 3
        s.rod((1.35, 8.0, 0.22), (1.35 + 0.19 * math.cos(way) * math.cos(0.5), 8.0 + 0.19 * math.cos(way) * math.sin(0.5), 0.22 + 0.19 * math.sin(way)), 0.007, copper, 8)
    s.rod((1.33, 7.96, 0.22), (1.37, 8.04, 0.22), 0.03, copper, 20)
    s.rod((1.33, 7.96, 0.22), (1.08, 7.6, 1.12), 0.011, s.metal((0.7, 0.7, 0.72, 1), 0.3), 12)
    s.rod((1.1, 7.64, 1.05), (1.03, 7.52, 1.22), 0.02, rubber, 14)
    s.box((1.27, 7.86, 0.45), (0.07, 0.06, 0.1), s.matter(s.linear('#e9e4da'), rough=0.5), 0.008, (-0.35, 0, 0.5))
    s.sky((-0.1, s.linear('#d9c4a0')), (0.02, s.linear('#e9dcc4')), (0.25, s.linear('#9dbbe8')), (1, s.linear('#4a74cc')), strength=0.7)
    s.lamp('SUN', (-5, -4.4, 5), (0, 0, 0), 3.6, s.linear('#ffe0b4'), size=0.8)
    s.camera((-0.9, -0.4, 1.75), (0.35, 14.2, 1.15), lens=48, focus=(0.4, 14, 1.4), fstop=0.8)
    return {'exposure': -0.1}


def plates():
    """House numbers in three sets of digits, enamelled, on a wall in the sun."""
    wall = places.bricks(s.linear('#b98a68'), s.linear('#9d6c4c'), s.linear('#cbb898'), scale=1.9, bump=0.6)
    s.box((0, 0.1, 0), (8, 0.2, 5), wall)
    steel = s.metal((0.6, 0.6, 0.6, 1), 0.3)
    for index, x in enumerate((-0.62, 0.0, 0.62)):
        def plate():
            s.box((0, 0, 0), (0.5, 0.012, 0.36), s.matter(s.night, rough=0.3), 0.006, segments=3)
            s.sheet((0, -0.0068, 0), (0.49, 0.35), s.printed(f'plate-{index + 1}', rough=0.12, specular=0.6, bump=0.05), (math.pi / 2, 0, 0))
            for dx in (-0.225, 0.225):
                for dz in (-0.155, 0.155):
                    s.ball((dx, -0.008, dz), 0.008, steel, squash=(1, 0.5, 1), detail=12)

        s.group(s.made_by(plate), (x, -0.012, 0.02 - 0.01 * index), (0.015, 0.0, 0.0))
    leaf = s.matter(s.linear('#2f5a2a'), rough=0.6)
    for _ in range(60):
        x, y, z = random.uniform(-2.6, -0.4), random.uniform(-1.9, -0.9), random.uniform(0.9, 2.2)
        s.ball((x, y, z), 0.09, leaf, squash=(1, 0.08, 0.4), detail=10, turn=(random.random() * 3, random.random() * 3, random.random() * 3))
    s.sky((-0.1, s.linear('#c9a984')), (0.3, s.linear('#9fb8ea')), (1, s.linear('#5a7ed0')), strength=0.55)
    s.lamp('SUN', (-2.2, -1.9, 1.75), (0, 0, 0), 4.2, s.linear('#ffdcb0'), size=0.7)
    s.camera((0.5, -1.85, 0.02), (0.03, 0, 0.0), lens=35, focus=(0.05, 0, 0.0), fstop=1.6)
    return {'exposure': 0.0}


# Stepwell


def from_above():
    """The well from straight above: a drawing of squares in squares."""
    stepwell.well()
    stepwell.ground()
    s.sky((0, s.linear('#f2d9c0')), (0.4, s.linear('#8fb0e8')), (1, s.linear('#4468c0')), strength=0.45)
    s.lamp('SUN', (-6, -3.2, 6.0), (0, 0, 0), 4.4, s.linear('#ffcf9a'), size=0.8)
    s.camera((0.0, -0.02, 17.5), (0.0, 0.0, 0), lens=33)
    return {'exposure': 0.1}


def on_the_phone():
    """One thumb is enough: a level on a phone, upright among wooden blocks."""
    planks(s.wood(s.linear('#7d5232'), s.linear('#412614')), 9)
    tones = [s.wood(s.linear(a), s.linear(b), along=way, rough=0.5) for a, b, way in (('#d9ab72', '#b07f48', 'x'), ('#c9935c', '#9a6836', 'z'), ('#e2bd8c', '#c0935c', 'y'))]
    painted = [s.matter(s.lapis, rough=0.5, vary=0.3, bump=0.3), s.matter(s.copper, rough=0.5, vary=0.3, bump=0.3), s.matter(s.linear('#e9e0cc'), rough=0.55, bump=0.3)]
    side = 0.04
    for x, y, z, turn in ((-0.14, 0.06, 0, 0.3), (-0.17, 0.1, 0, 0.9), (-0.15, 0.075, 1, 0.5), (0.14, 0.1, 0, 0.2), (0.19, 0.09, 0, 0.8), (0.165, 0.1, 1, 0.4),
                          (0.24, 0.2, 0, 0.1), (-0.27, 0.22, 0, 0.6), (-0.22, 0.24, 0, 0.2), (0.3, 0.02, 0, 0.5), (-0.26, -0.02, 0, 1.1)):
        s.box((x, y, (z + 0.5) * side), (side, side, side), random.choice(tones + painted), 0.002, (0, 0, turn))
    # Blocks behind the phone hold it up.
    for z in (0, 1):
        s.box((0, 0.075, (z + 0.5) * side), (side, side, side), tones[z], 0.002, (0, 0, 0.05))
    s.group(device('level', 0.078, 0.162, 1.25), (0.0, 0.005, 0.076), (1.12, 0, 0.06))
    s.box((0, 1.1, 0.5), (5, 0.05, 3), s.matter(s.linear('#27357a'), rough=0.9, scale=2, bump=0.4, grain=40))
    room_sky(0.2)
    s.lamp('AREA', (-0.8, 0.1, 0.8), (0, 0, 0.05), 17, s.linear('#ffca8a'), size=0.2)
    s.lamp('AREA', (1.0, -0.3, 0.6), (0, 0, 0.08), 4, s.linear('#8fa7ff'), size=0.6)
    s.camera((0.1, -0.45, 0.17), (0.0, 0.02, 0.075), lens=50, focus=(0.0, -0.02, 0.08), fstop=2.4)
    return {'exposure': 0.1}


def plan():
    """Levels on squared paper, and the blocks with which the next one begins."""
    planks(s.wood(s.linear('#a9794c'), s.linear('#6d4628')), 9)
    s.sheet((-0.03, 0.02, 0.001), (0.42, 0.297), s.printed('plan', rough=0.9, bump=0.15), (0, 0, 0.12))
    s.sheet((0.3, 0.2, 0.0005), (0.42, 0.297), s.printed('plan', rough=0.9, bump=0.15), (0, 0, -0.5))
    tones = [s.wood(s.linear(a), s.linear(b), along=way, rough=0.5) for a, b, way in (('#d9ab72', '#b07f48', 'x'), ('#c9935c', '#9a6836', 'z'), ('#e2bd8c', '#c0935c', 'y'))]
    painted = [s.matter(s.lapis, rough=0.5, vary=0.3, bump=0.3), s.matter(s.copper, rough=0.5, vary=0.3, bump=0.3)]
    side, way = 0.04, 0.12
    # A stair of blocks that grows out of the drawing.
    for i in range(4):
        for j in range(3):
            for level in range(max(i - j, 0) + (1 if j == 2 else 0)):
                x, y = 0.0 + i * 0.0415, 0.0 + j * 0.0415
                stone = painted[(i + level) % 2] if (i + 2 * j + level) % 4 == 0 else random.choice(tones)
                s.box((x * math.cos(way) - y * math.sin(way), x * math.sin(way) + y * math.cos(way), 0.001 + (level + 0.5) * side), (side, side, side), stone, 0.002, (0, 0, way + random.uniform(-0.04, 0.04)))
    for x, y, turn in ((-0.28, -0.06, 0.4), (-0.25, 0.2, 0.9), (0.27, -0.07, 0.2)):
        s.box((x, y, side / 2), (side, side, side), random.choice(tones + painted), 0.002, (0, 0, turn))
    s.rod((-0.19, -0.13, 0.005), (-0.04, -0.1, 0.005), 0.0042, s.matter(s.copper, rough=0.3), 6)
    s.rod((-0.19, -0.13, 0.005), (-0.207, -0.1334, 0.005), 0.0042, s.wood(s.linear('#d8b285'), s.linear('#b98d5e')), 12, tip=0.0008)
    tea((0.22, 0.12, 0))
    room_sky(0.25)
    window_light(34, (-1.3, 0.7, 0.9), (0, 0, 0.02))
    s.camera((-0.1, -0.44, 0.36), (0.02, 0.04, 0.02), lens=40, focus=(0.03, 0.0, 0.04), fstop=2.8)
    return {'exposure': -0.25}


def sparing(scene):
    """The scene with few samples, which are enough for pictures of this size."""
    return lambda: {'samples': 16, 'scale': 0.6, **scene()}


scenes = {
    'project-salt-road-3': lorry_front,
    'project-salt-road-4': tea_stop,
    'project-salt-road-5': salt,
    'project-salt-road-6': night_road,
    'project-queue-kindly-3': printer,
    'project-queue-kindly-4': message,
    'project-queue-kindly-5': chairs,
    'project-chapli-3': proof,
    'project-chapli-4': boards,
    'project-chapli-5': plates,
    'project-stepwell-3': from_above,
    'project-stepwell-4': plan,
    'project-stepwell-5': on_the_phone,
}
pictures = {name: sparing(scene) for name, scene in scenes.items()}
