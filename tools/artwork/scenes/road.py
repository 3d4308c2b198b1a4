"""The salt road at dusk: a painted lorry with its lamps on, the view from its cab, a microphone at the roadside."""

import math
import random

import bpy

import stage as s

air = s.linear('#c98f86')
dusk = s.linear('#5b5f94')


def land():
    s.sky(
        (-0.02, s.linear('#8a5a58')),
        (0.015, s.linear('#f0a46a')),
        (0.09, s.linear('#c98088')),
        (0.26, s.linear('#5a68a8')),
        (0.8, s.linear('#182252')),
        strength=0.75,
        glow_at=(0.42, 1, 0.02),
        glow_colour=s.linear('#ff9a48'),
        glow_power=26,
        glow_strength=1.6,
    )
    s.lamp('SUN', (3, 8, 0.6), (0, 0, 0), 1.1, s.linear('#ff9a5a'), size=3)
    flat, nodes, shader = s.surface('salt')
    at = nodes.add('TexCoord').outputs['Object']
    bent = nodes.add('MixRGB', {'Fac': 0.06, 'Color1': at, 'Color2': nodes.add('TexNoise', {'Vector': at, 'Scale': 0.8}).outputs['Color']}).outputs[0]
    cracks = nodes.add('TexVoronoi', {'Vector': bent, 'Scale': 0.75}, feature='DISTANCE_TO_EDGE').outputs['Distance']
    rim = nodes.ramp(cracks, (0.0, 1.0), (0.06, 0.35), (0.3, 0.2))
    grain = nodes.noise(18, detail=10)
    broad = nodes.noise(0.05, detail=5)
    pale = nodes.mix(s.linear('#b9aeb0'), s.linear('#e9e4e4'), rim)
    tint = nodes.mix(pale, s.linear('#8d7a74'), nodes.ramp(broad, (0.42, 0.0), (0.62, 0.75)))
    # The road: packed and dark in two tracks, with salt between them and at the sides.
    across = nodes.add('SeparateXYZ', {'Vector': at}).outputs['X']
    wander = nodes.math('MULTIPLY', nodes.math('SUBTRACT', nodes.noise(0.35), 0.5), 0.9)
    side = nodes.math('ABSOLUTE', nodes.math('ADD', across, wander))
    lane = nodes.ramp(nodes.math('DIVIDE', side, 8.0), (0.03, 0.35), (0.1, 0.9), (0.2, 0.9), (0.3, 0.55), (0.44, 0.0))
    tint = nodes.mix(tint, s.linear('#4c3f40'), nodes.math('MULTIPLY', lane, nodes.ramp(grain, (0.2, 0.6), (0.6, 1.0))))
    height = nodes.math('ADD', nodes.math('MULTIPLY', rim, nodes.math('SUBTRACT', 1.0, lane)), nodes.math('MULTIPLY', grain, 0.7))
    s.put(nodes, shader, Base_Color=tint, Specular=0.5,
          Roughness=nodes.ramp(grain, (0.3, 0.35), (0.7, 0.75)),
          Normal=nodes.bump(height, 0.7, 0.05))
    s.in_haze(flat, air, 900)
    s.sheet((0, 2500, 0), (9000, 7000), flat)
    for distance, height, seed, tone, x in (
        (1500, 190, 3, '#4a3a3c', 500),
        (2600, 420, 5, '#43363c', -700),
        (4200, 800, 9, '#3d3440', 900),
    ):
        rock = s.matter(s.linear(tone), rough=0.95, scale=0.01, bump=0.9, depth=14, grain=0.06, specular=0.1)
        s.ridge(distance, distance * 3.4, height, s.in_haze(rock, s.linear('#a97c8c'), 2400), seed, at_x=x)


def stones(near, far, side, count=90):
    rock = s.matter(s.linear('#cfc4c2'), other=s.linear('#8f7f7c'), rough=0.8, scale=4, bump=0.6, depth=0.02, grain=30)
    first = [s.ball((0, -500, 0), 1, rock, detail=10, lumps=0.5, lump_size=0.7) for _ in range(3)]
    for _ in range(count):
        y = random.uniform(near, far)
        x = random.choice((-1, 1)) * (side + abs(random.gauss(0, 3)))
        size = abs(random.gauss(0, 0.09)) + 0.03
        s.copy(random.choice(first), (x, y, size * 0.2), (0, 0, random.random() * 6), (size, size * 0.8, size * 0.6))


def ornament(width, height, at, colours, cell=0.42):
    """A painted panel that faces -y: a field of stars in frames."""
    base, front, core = colours
    s.box(at, (width, 0.03, height), base, 0.01)
    columns, rows = max(round(width / cell), 1), max(round(height / cell), 1)
    for column in range(columns):
        for row in range(rows):
            x = at[0] + (column + 0.5) / columns * width - width / 2
            z = at[2] + (row + 0.5) / rows * height - height / 2
            size = min(width / columns, height / rows)
            tone = front if (column + row) % 2 else core
            s.extrude(s.star(size * 0.44), 0.02, tone, at=(x, at[1] - 0.015, z), turn=(math.pi / 2, 0, 0))
            s.extrude(s.star(size * 0.2), 0.03, core if tone is front else base, at=(x, at[1] - 0.02, z), turn=(math.pi / 2, 0, 0))


def lorry(at, turn=(0, 0, 0), lit=True):
    """Faces -y; its front axle is at the origin."""

    def build():
        blue = s.matter(s.lapis, rough=0.32, scale=3, vary=0.35, bump=0.06)
        deep = s.matter(s.night, rough=0.4, scale=3, vary=0.2, bump=0.06)
        orange = s.matter(s.copper, rough=0.35, scale=4, vary=0.3, bump=0.06)
        cream = s.matter(s.linear('#e8dcc4'), rough=0.4, scale=4, vary=0.2, bump=0.06)
        chrome = s.metal((0.75, 0.74, 0.72, 1), 0.18)
        rubber = s.matter(s.linear('#17161a'), rough=0.85, scale=9, bump=0.4)
        pane = s.glass((0.55, 0.6, 0.65, 1))
        planks = s.wood(s.linear('#7a4b2a'), along='y')
        # Frame, cab, crown, load.
        s.box((0, 2.7, 0.85), (0.9, 7.2, 0.25), deep, 0.03)
        s.box((0, 0.1, 1.45), (2.3, 1.9, 1.15), blue, 0.12, segments=4)
        s.box((0, 0.35, 2.45), (2.25, 1.5, 1.15), blue, 0.14, segments=4)
        s.box((0, -0.42, 2.5), (1.9, 0.05, 0.72), s.matter(s.linear('#0b0c12'), rough=0.1, bump=0))
        s.box((0, -0.46, 2.5), (1.95, 0.02, 0.78), pane, 0.0)
        s.box((0, -0.47, 2.5), (0.05, 0.05, 0.8), cream, 0.01)
        ornament(2.5, 0.9, (0, -0.75, 3.5), (deep, orange, cream), 0.44)
        for step, width in enumerate((2.62, 2.2, 1.5, 0.8)):
            s.box((0, -0.72 + 0.02 * step, 3.98 + 0.2 * step), (width, 0.16, 0.2), (orange, blue, cream, orange)[step], 0.05)
        s.box((0, 0.1, 3.06), (2.5, 1.8, 0.1), deep, 0.03)
        s.box((0, 0.1, 3.5), (2.45, 1.6, 0.85), deep, 0.05)
        s.box((0, 3.9, 2.35), (2.5, 5.4, 2.5), planks, 0.03)
        for side in (-1, 1):
            panel = s.made_by(lambda: ornament(5.2, 2.2, (0, 0, 0), (deep, orange, cream), 0.74))
            s.group(panel, (side * 1.27, 3.9, 2.4), (0, 0, side * math.pi / 2))
            for y in (1.25, 3.0, 4.8, 6.6):
                s.box((side * 1.3, y, 2.35), (0.08, 0.12, 2.6), blue, 0.02)
            s.box((side * 1.28, 3.9, 3.64), (0.14, 5.5, 0.12), orange, 0.03)
        for y in (0.1, 4.4, 5.5):
            for x in (-1.0, 1.0):
                s.rod((x - 0.16, y, 0.52), (x + 0.16, y, 0.52), 0.52, rubber, 40)
                s.rod((x - 0.17, y, 0.52), (x + 0.17, y, 0.52), 0.24, cream, 24)
        for x in (-0.98, 0.98):
            s.box((x, 0.1, 1.12), (0.5, 1.35, 0.1), orange, 0.05)
        # Front: grille, bumper, lamps, chains.
        for row in range(6):
            s.box((0, -0.88, 1.2 + row * 0.1), (1.15, 0.05, 0.04), chrome, 0.01)
        s.box((0, -1.0, 0.78), (2.45, 0.2, 0.26), chrome, 0.06)
        ornament(2.1, 0.2, (0, -1.11, 0.78), (orange, deep, cream), 0.2)
        hot = s.glow(s.linear('#ffe2b0'), 60)
        dots = s.glow(s.linear('#ff8a3a'), 14)
        blue_dots = s.glow(s.linear('#7f9cff'), 10)
        for x in (-0.86, 0.86):
            s.rod((x, -0.8, 1.28), (x, -0.93, 1.28), 0.19, chrome)
            s.rod((x, -0.9, 1.28), (x, -0.96, 1.28), 0.14, hot)
            s.rod((x * 0.7, -1.12, 0.98), (x * 0.7, -1.2, 0.98), 0.09, hot)
            s.box((x * 1.45, -0.35, 2.5), (0.1, 0.06, 0.5), chrome, 0.02)
        for step in range(13):
            s.ball((-1.2 + step * 0.2, -0.82, 3.02), 0.028, dots if step % 2 else blue_dots, detail=8)
        for step in range(9):
            arc = math.pi * step / 8
            s.ball((-1.15 * math.cos(arc), -0.84, 4.0 + 0.72 * math.sin(arc)), 0.03, dots, detail=8)
        for step in range(24):
            s.rod((-1.1 + step * 0.096, -1.05, 0.66), (-1.1 + step * 0.096, -1.05, 0.34 + 0.05 * (step % 2)), 0.012, chrome, 8)
        if lit:
            for x in (-0.86, 0.86):
                s.lamp('SPOT', (x, -1.05, 1.28), (x * 1.3, -14, 0.1), 2600, s.linear('#ffd9a0'), size=0.1, angle=58)
            s.lamp('POINT', (0, 0.2, 2.6), (0, -1, 2), 14, s.linear('#ffb070'), size=0.2)

    return s.group(s.made_by(build), at, turn)


def wide():
    land()
    stones(-4, 40, 4.2)
    lorry((0.5, 15, 0), (0, 0, 0.05))
    lorry((2.2, 96, 0), (0, 0, -0.04))
    s.camera((-3.6, -1.2, 1.15), (0.4, 14, 2.0), lens=40, focus=(0.4, 13.6, 2), fstop=1.6)
    return {'exposure': 0.35, 'bloom': 0.1}


def cab():
    """The road from the seat beside the driver."""
    land()
    stones(4, 60, 4.4, 140)
    lorry((-2.6, 40, 0), (0, 0, 3.0))
    dark = s.matter(s.linear('#4a332a'), rough=0.6, scale=8, bump=0.3)
    trim = s.matter(s.linear('#7d1f1a'), rough=0.55, scale=10, bump=0.4)
    brass = s.metal((0.75, 0.5, 0.22, 1), 0.3)
    # Frame of the windscreen: pillars, roof, the bar in the middle.
    for x in (-1.12, 1.12):
        s.box((x, 1.05, 2.5), (0.14, 0.16, 1.5), dark, 0.04, (0, 0.06 * x, 0))
    s.box((0.0, 1.05, 2.52), (0.06, 0.08, 1.4), dark, 0.02)
    s.box((0, 1.0, 3.0), (4.2, 0.5, 0.2), trim, 0.06)
    s.box((0, 0.95, 1.78), (4.2, 0.75, 0.28), dark, 0.09, segments=5)
    s.box((0, 0.9, 1.2), (4.2, 0.5, 1.1), dark, 0.05)
    for step in range(100):
        x = -2.0 + step * 0.041
        s.ball((x, 0.79, 2.86 - 0.02 * (step % 3)), 0.014, brass, detail=8)
        s.rod((x, 0.79, 2.9), (x, 0.79, 2.87), 0.003, brass, 6)
    # Dashboard: dials, a radio, a cup of tea; the wheel at the right, as the lorries here have it.
    dial = s.glow(s.linear('#ffb866'), 3)
    for x in (0.35, 0.55, 0.75):
        s.rod((x, 0.6, 1.93), (x, 0.57, 1.935), 0.085, brass, 32)
        s.rod((x, 0.575, 1.934), (x, 0.565, 1.936), 0.07, s.matter(s.linear('#15130f'), rough=0.3))
        for step in range(9):
            turn = math.pi * (0.15 + 0.7 * step / 8) 
            s.box((x + 0.052 * math.cos(turn), 0.562, 1.936 + 0.052 * math.sin(turn)), (0.004, 0.004, 0.014), dial, turn=(0, math.pi / 2 - turn, 0))
        s.rod((x, 0.56, 1.936), (x - 0.03, 0.56, 1.97), 0.003, s.glow(s.linear('#ff5a2a'), 6), 6)
    s.box((-0.2, 0.56, 1.8), (0.42, 0.06, 0.14), s.metal((0.3, 0.3, 0.32, 1), 0.35), 0.01)
    s.box((-0.2, 0.527, 1.82), (0.26, 0.01, 0.05), s.glow(s.linear('#ffb060'), 0.7))
    for step in range(14):
        s.box((-0.31 + step * 0.017, 0.521, 1.82), (0.002, 0.002, 0.03 if step % 4 else 0.042), s.matter((0.02, 0.01, 0.0, 1)))
    s.box((-0.155, 0.52, 1.82), (0.004, 0.002, 0.05), s.glow(s.linear('#ff3a1a'), 3))
    for x in (-0.38, -0.02):
        s.rod((x, 0.55, 1.8), (x, 0.5, 1.8), 0.028, brass)
    wheel = s.matter(s.linear('#101014'), rough=0.35, bump=0.1)
    bpy.ops.mesh.primitive_torus_add(location=(0.62, 0.3, 1.84), rotation=(1.15, 0, 0), major_radius=0.27, minor_radius=0.018, major_segments=96)
    s.dress(bpy.context.object, wheel, True)
    s.rod((0.38, 0.3, 1.85), (0.86, 0.3, 1.85), 0.014, wheel)
    s.rod((0.62, 0.3, 1.85), (0.62, 0.55, 1.7), 0.03, wheel)
    # A string of stars that hangs from the middle, and a small microphone on a clip.
    gold = s.matter(s.copper, rough=0.3)
    for step, size in enumerate((0.03, 0.04, 0.055, 0.04)):
        z = 2.72 - step * 0.095
        s.extrude(s.star(size), 0.008, gold if step % 2 else s.matter(s.lapis, rough=0.3), at=(-0.12, 0.72, z), turn=(math.pi / 2, 0, 0.3 * step))
        s.rod((-0.12, 0.72, z + 0.1), (-0.12, 0.72, z), 0.002, brass, 6)
    s.lamp('AREA', (-0.6, -0.4, 2.3), (0, 0.8, 1.9), 9, s.linear('#ffb27a'), size=0.5)
    s.lamp('SPOT', (-0.6, 1.8, 1.3), (-0.9, 16, 0.2), 2600, s.linear('#ffd9a0'), size=0.1, angle=58)
    s.lamp('SPOT', (0.9, 1.8, 1.3), (1.1, 16, 0.2), 2600, s.linear('#ffd9a0'), size=0.1, angle=58)
    s.camera((-0.22, -1.15, 2.36), (0.05, 4, 2.12), lens=27, focus=6.0, fstop=5.6)
    return {'exposure': 0.45}


pictures = {'project-salt-road-1': wide, 'project-salt-road-2': cab}
