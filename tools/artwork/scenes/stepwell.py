"""Stepwell, the game: an old well with crossing stairs and water at its bottom."""

import math

import stage as s


def well(levels=9, flights=5, tread=0.1):
    """A square well that narrows downwards; every level has pairs of stairs that meet."""
    stone = s.matter(
        s.linear('#c98f5e'), other=s.linear('#9c5f38'), rough=0.85, scale=1.3, bump=0.5, depth=0.02, grain=22, specular=0.2
    )
    shade = s.matter(s.linear('#b37747'), other=s.linear('#8a5230'), rough=0.9, scale=2, bump=0.5, depth=0.02, grain=26, specular=0.2)
    half, step, drop = 5.0, 0.42, 0.52
    for level in range(levels):
        top = -level * drop
        reach = half - level * step
        for side in range(4):
            turn = side * math.pi / 2

            def wall():
                # The ledge of the level, and the wall below it.
                length = 2 * reach + 1.58 if side % 2 == 0 else 2 * reach - 0.42
                s.box((0, reach - step / 2 + 0.5, top - drop / 2), (length, 1, drop), stone, 0.012)
                count = max(int(round(flights * reach / half)), 1)
                for flight in range(count):
                    middle = (flight + 0.5) / count * 2 * (reach - step) - (reach - step)
                    span = (reach - step) / count * 0.92
                    steps = 5
                    for way in (-1, 1):
                        for index in range(steps):
                            high = drop * (steps - index) / (steps + 1)
                            x = middle + way * span * (0.12 + 0.8 * (index + 0.5) / steps)
                            s.box(
                                (x, reach - step * 0.72, top - drop + high / 2),
                                (span * 0.8 / steps + 0.004, step * 0.5, high),
                                shade,
                                0.008,
                            )

            s.group(s.made_by(wall), (0, 0, 0), (0, 0, turn))
    water, nodes, shader = s.surface('water')
    waves = nodes.noise(3.5, detail=3)
    s.put(nodes, shader, Base_Color=s.linear('#0a2a6b'), Roughness=0.04, Specular=0.8, Normal=nodes.bump(waves, 0.12, 0.05))
    s.sheet((0, 0, -levels * drop + 0.12), (4.5, 4.5), water)
    return levels * drop


def pavilion(at, turn=0.0):
    def build():
        stone = s.matter(s.linear('#d9a878'), other=s.linear('#b57f52'), rough=0.8, scale=2, bump=0.4, grain=24)
        blue = s.matter(s.lapis, rough=0.3, scale=6, vary=0.3, bump=0.1)
        s.box((0, 0, 0.08), (1.5, 1.5, 0.16), stone, 0.02)
        for x in (-0.55, 0.55):
            for y in (-0.55, 0.55):
                s.rod((x, y, 0.16), (x, y, 1.0), 0.07, stone)
                s.box((x, y, 1.02), (0.22, 0.22, 0.08), stone, 0.01)
        s.box((0, 0, 1.12), (1.6, 1.6, 0.12), stone, 0.02)
        s.turned([(0.62, 0.0), (0.66, 0.1), (0.62, 0.3), (0.45, 0.5), (0.2, 0.62), (0.05, 0.68), (0.04, 0.8), (0.0, 0.82)], blue, (0, 0, 1.18))
        s.ball((0, 0, 2.04), 0.06, s.metal((0.9, 0.6, 0.25, 1), 0.25))

    return s.group(s.made_by(build), at, (0, 0, turn))


def ground():
    dust = s.matter(s.linear('#b9855c'), other=s.linear('#a06c46'), rough=0.95, scale=0.8, bump=0.5, depth=0.03, grain=14)
    for x, y, w, h in ((0, 11.2, 40, 12), (0, -11.2, 40, 12), (11.2, 0, 12, 10.4), (-11.2, 0, 12, 10.4)):
        s.box((x, y, -0.24), (w, h, 0.4), dust)


def morning():
    well()
    ground()
    for x, y in ((-6.9, 6.8), (-2.3, 7.4), (2.3, 7.4), (-7.4, 2.3), (-7.4, -2.3)):
        pavilion((x, y, -0.04))
    s.sky((0, s.linear('#f2d9c0')), (0.4, s.linear('#8fb0e8')), (1, s.linear('#4468c0')), strength=0.45)
    s.lamp('SUN', (-7, -3.6, 8.0), (0, 0, 0), 4.6, s.linear('#ffd9ad'), size=0.8)
    s.camera((7.6, -9.4, 7.9), (-0.8, 0.9, -1.9), lens=35, focus=(0, 2.5, -2), fstop=0.35)
    return {'exposure': 0.1}


def deep():
    """One corner, seen from the water: stairs rise, one lamp burns."""
    well()
    ground()
    pavilion((5.6, 5.8, 0))
    s.sky((0, s.linear('#20306e')), (0.5, s.linear('#0c1540')), (1, s.linear('#060a22')), strength=0.6)
    s.lamp('SUN', (-5, -6, 9), (0, 0, 0), 0.55, s.linear('#8fa7ff'), size=2)
    ember = s.glow(s.linear('#ffb25e'), 40)
    for level, side, x in ((7, 0, 0.3), (7, 1, -0.5), (6, 0, -1.1), (5, 0, 1.6), (5, 1, 1.2), (4, 0, -0.6), (4, 3, 0.4), (3, 0, 2.3), (3, 1, -0.9), (2, 0, 0.5), (2, 3, 1.8), (1, 0, -2.6), (1, 1, 2.5)):
        out, z = 5 - 0.42 * level - 0.1, -0.52 * level + 0.06
        turn = -side * math.pi / 2
        y = out * math.cos(turn) + x * math.sin(turn)
        x = x * math.cos(turn) - out * math.sin(turn)
        s.ball((x, y, z), 0.035, ember, detail=8)
        s.lamp('POINT', (x * 0.97, y * 0.97, z + 0.1), (0, 0, 0), 14, s.linear('#ffa04a'), size=0.05)
    s.camera((-0.75, -1.0, -4.3), (0.55, 2.0, -2.75), lens=19, focus=3.2, fstop=2.8)
    return {'exposure': 0.6, 'bloom': 0.1}


pictures = {'project-stepwell-1': morning, 'project-stepwell-2': deep}
