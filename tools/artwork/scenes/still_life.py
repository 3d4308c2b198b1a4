"""Things on tables and walls: screens, print, blocks, cards, glass."""

import math
import random

import bpy

import stage as s


def planks(material, count=7, width=0.16, length=2.6, z=-0.02):
    """A table top of boards along x."""
    for index in range(count):
        y = (index - count / 2 + 0.5) * width
        board = s.box((random.uniform(-0.2, 0.2), y, z), (length, width - 0.003, 0.04), material, 0.003)
        board.rotation_euler = (0, 0, random.uniform(-0.001, 0.001))


def window_light(power=60, at=(-1.6, 0.5, 1.3), target=(0, 0, 0), bars=True, colour=s.linear('#fff0dc')):
    """Low light through a window with bars, from outside the frame."""
    s.lamp('AREA', at, target, power, colour, size=0.5, high=0.7, spread=50)
    if bars:
        middle = [a * 0.55 + b * 0.45 for a, b in zip(at, target)]
        wood = s.matter((0.1, 0.1, 0.1, 1))
        for offset in (-0.16, 0.16):
            s.box((middle[0], middle[1] + offset, middle[2]), (0.02, 0.035, 1.2), wood)
            s.box((middle[0], middle[1], middle[2] + offset), (0.02, 1.2, 0.03), wood)


def room_sky(strength=0.25, high=s.linear('#7f93c8'), low=s.linear('#5a4a40')):
    s.sky((-0.3, low), (0.4, high), strength=strength)


def device(name, width, height, strength=1.2, thick=0.009, frame=0.004, case=None):
    """A phone or tablet that lies on its back, its screen up; the middle of its back is the origin."""

    def build():
        shell = case or s.metal((0.05, 0.055, 0.07, 1), 0.3)
        s.box((0, 0, thick / 2), (width, height, thick), shell, min(thick * 0.45, 0.004), segments=4)
        s.box((0, 0, thick), (width - frame, height - frame, 0.0012), s.matter((0.003, 0.003, 0.004, 1), rough=0.08, bump=0), 0.0006)
        s.sheet((0, 0, thick + 0.0008), (width - frame * 3, height - frame * 3), s.screen(name, strength))

    return s.made_by(build)


def orange(at, radius, skin):
    return s.ball(at, radius, skin, squash=(1, 1, random.uniform(0.9, 0.97)), detail=28, lumps=radius * 0.06, lump_size=1.5, turn=(random.random() * 3, random.random() * 3, random.random() * 3))


def market():
    sacking = s.cloth(s.linear('#a98a5c'), s.linear('#7d6340'), threads=700)
    ground = s.sheet((0, 0, 0), (2.4, 2.0), sacking, cuts=140)
    s.displace(ground, 0.016, 0.16, depth=3)
    s.group(device('mandi', 0.075, 0.156, 1.0), (0.0, -0.03, 0.009), (0.05, -0.03, -0.22))
    peel = s.matter(s.linear('#e8761a'), other=s.linear('#d85f10'), rough=0.42, scale=9, bump=0.5, depth=0.0012, grain=380, specular=0.5, Subsurface=0.06, Subsurface_Color=s.linear('#ff9a30'), Subsurface_Radius=(0.01, 0.005, 0.002))
    red = s.matter(s.linear('#c32414'), other=s.linear('#a81a10'), rough=0.16, scale=12, bump=0.06, depth=0.001, grain=30, specular=0.6, Subsurface=0.05, Subsurface_Color=s.linear('#ff4020'), Subsurface_Radius=(0.008, 0.002, 0.001))
    onion = s.matter(s.linear('#6a2038'), other=s.linear('#9a4a58'), rough=0.3, scale=26, bump=0.2, depth=0.001, stretch=(1, 1, 0.06), grain=90)
    green = s.matter(s.linear('#2f6a1c'), other=s.linear('#4f8a24'), rough=0.25, scale=20, bump=0.1, depth=0.001)
    leaf = s.matter(s.linear('#5b7a2c'), rough=0.6)
    places = []

    def free(x, y, r):
        if any((x - a) ** 2 + (y - b) ** 2 < (r + c) ** 2 for a, b, c in places):
            return False
        places.append((x, y, r))
        return True

    places.append((0.0, -0.03, 0.085))
    places.append((0.0, -0.14, 0.05))
    for _ in range(900):
        x, y = random.uniform(-0.6, 0.6), random.uniform(-0.12, 0.75)
        r = random.uniform(0.032, 0.042)
        if (x < -0.02 or y > 0.13) and abs(x) + y > 0.14 and free(x, y, r * 0.98):
            if x < 0.05:
                orange((x, y, r * 0.93), r, peel)
                s.rod((x, y, 2 * r * 0.92), (x, y, 2 * r * 0.95), 0.004, leaf, 8)
            elif y > 0.28 or x > 0.3:
                s.ball((x, y, r * 0.75), r, red, squash=(1, 1, 0.78), detail=28)
                for point in range(6):
                    way = point * math.pi / 3 + x * 9
                    s.rod((x, y, r * 1.47), (x + 0.018 * math.cos(way), y + 0.018 * math.sin(way), r * 1.46), 0.0035, green, 6, tip=0.0005)
                s.rod((x, y, r * 1.45), (x + 0.004, y, r * 1.45 + 0.012), 0.0028, green, 6)
            else:
                s.turned([(0.0, 0), (r * 0.5, 0.002), (r * 0.95, r * 0.55), (r, r * 0.9), (r * 0.8, r * 1.4), (r * 0.3, r * 1.75), (r * 0.1, r * 2.1), (0.0, r * 2.3)], onion, (x, y, 0.006), 32).rotation_euler = (random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5), random.random())
    for index in range(7):
        x, y, way = 0.1 + random.uniform(-0.02, 0.12), -0.1 + random.uniform(-0.04, 0.1), random.uniform(-0.6, 0.6)
        s.rod((x, y, 0.026), (x + 0.075 * math.cos(way), y + 0.075 * math.sin(way), 0.022), 0.0065, green, 16, tip=0.0008)
        s.ball((x, y, 0.026), 0.0066, green, detail=10)
        s.rod((x, y, 0.026), (x - 0.018 * math.cos(way), y - 0.018 * math.sin(way), 0.03), 0.002, leaf, 8)
    room_sky(0.35)
    s.lamp('AREA', (-1.3, 0.9, 1.2), (0, 0, 0), 34, s.linear('#ffdfb0'), size=0.35)
    s.lamp('AREA', (1.4, -0.4, 0.8), (0, 0, 0), 5, s.linear('#8fa7ff'), size=0.8)
    s.camera((0.13, -0.4, 0.36), (0.012, 0.03, 0.015), lens=47, focus=(0.0, -0.02, 0.03), fstop=5.6)
    return {'exposure': 0.1, 'samples': 64, 'scale': 0.75}


def market_low():
    """The market as a child sees it."""
    market()
    s.camera((-0.3, -0.3, 0.2), (-0.03, 0.13, 0.03), lens=48, focus=(-0.14, 0.1, 0.04), fstop=2.8)
    return {'exposure': 0.35, 'samples': 48, 'scale': 0.6}


def book(at, size, cover, turn=0.0, side=None, pages=None):
    """A closed hardcover on its back; its spine looks to -y. `size`: width along y, length along x, height."""
    width, length, thick = size

    def build():
        board = 0.003
        cloth = side or s.matter(s.lapis)
        paper = pages or s.matter(s.linear('#efe6d2'), rough=0.9, scale=300, stretch=(0.02, 0.02, 4), bump=0.6, depth=0.001)
        s.box((0, 0.004, thick / 2), (length - 0.008, width - 0.008, thick - 2 * board), paper)
        s.box((0, 0, board / 2), (length, width, board), cloth, 0.001)
        s.box((0, 0, thick - board / 2), (length, width, board), cloth, 0.001)
        s.box((0, -width / 2 + 0.001, thick / 2), (length, 0.005, thick), cloth, 0.0022, segments=3)
        if cover:
            s.sheet((0, 0, thick + 0.0003), (width * 0.985, length * 0.985), s.printed(cover, rough=0.45), (0, 0, math.pi / 2))

    return s.group(s.made_by(build), at, (0, 0, turn))


def qissa_stack():
    planks(s.wood(s.linear('#7d5232'), s.linear('#412614')), 9)
    fabrics = [s.cloth(s.lapis, threads=1800), s.cloth(s.copper, threads=1800), s.cloth(s.linear('#e9dcc3'), threads=1800), s.cloth(s.night, threads=1800)]
    gold = s.metal((0.9, 0.62, 0.28, 1), 0.25)
    z = 0.0
    for index in range(8):
        thick = (0.026, 0.018, 0.031, 0.014, 0.022, 0.016, 0.028, 0.02)[index]
        way = random.uniform(-0.16, 0.16) + 0.3
        x, y = random.uniform(-0.012, 0.012), random.uniform(-0.012, 0.012)
        last = index == 7
        book((x, y, z), (0.19, 0.265, thick), 'cover-donkey' if last else None, way, fabrics[0 if last else (1, 2, 0, 3, 2, 1, 3)[index]])

        def foil():
            for step in (-0.1, 0.1):
                s.extrude(s.star(thick * 0.34), 0.0008, gold, at=(step, -0.0968, thick / 2), turn=(math.pi / 2, 0, 0))
            s.box((0, -0.0967, thick / 2), (0.13, 0.0006, 0.0022), gold)

        s.group(s.made_by(foil), (x, y, z), (0, 0, way))
        z += thick + 0.0006
    book((0.33, 0.16, 0.0), (0.19, 0.265, 0.022), 'cover-river', -0.5, fabrics[1])
    s.rod((0.12, -0.25, 0.005), (0.31, -0.2, 0.005), 0.0042, s.matter(s.copper, rough=0.3), 6)
    s.rod((0.12, -0.25, 0.005), (0.103, -0.2545, 0.005), 0.0042, s.wood(s.linear('#d8b285'), s.linear('#b98d5e')), 12, tip=0.0008)
    wall = s.matter(s.linear('#c9bfae'), other=s.linear('#b5a995'), rough=0.9, scale=2, bump=0.5, depth=0.006, grain=40)
    s.box((0, 1.0, 0.5), (5, 0.05, 3), wall)
    room_sky(0.22)
    window_light(75, (-1.7, -0.2, 0.9), (0, 0.1, 0.1))
    s.camera((0.22, -0.82, 0.42), (0.02, 0.02, 0.085), lens=58, focus=(0.05, -0.1, 0.15), fstop=2.4)
    return {'exposure': 0.3}


def qissa_spread():
    planks(s.wood(s.linear('#8a6040'), s.linear('#54341d')), 9)
    material = s.printed('spread', rough=0.6, wear=0.06)
    rows, points, faces = 60, [], []
    for column in range(rows + 1):
        u = column / rows
        x = (u - 0.5) * 0.5
        rise = 0.028 * math.exp(-((abs(x) - 0.045) / 0.07) ** 2) * (1 - math.exp(-(abs(x) / 0.012) ** 1.4)) + 0.008
        for v in range(2):
            points.append((x, (v - 0.5) * 0.325, rise))
    for column in range(rows):
        faces.append((2 * column, 2 * column + 2, 2 * column + 3, 2 * column + 1))
    spread = s.mesh('spread', points, faces, material, True)
    layer = spread.data.uv_layers.new()
    for loop in spread.data.loops:
        x, y, _ = points[loop.vertex_index]
        layer.data[loop.index].uv = (x / 0.5 + 0.5, y / 0.325 + 0.5)
    under = s.matter(s.linear('#efe6d2'), rough=0.9)
    for step in range(5):
        twin = s.mesh('page', [(x * (1 + 0.004 * step), y, z - 0.0012 * (step + 1)) for x, y, z in points], faces, under, True)
    s.box((0, 0, 0.0015), (0.516, 0.338, 0.003), s.cloth(s.lapis, threads=1500), 0.001)
    s.turned([(0, 0.0), (0.034, 0.0), (0.04, 0.01), (0.043, 0.075), (0.041, 0.076), (0.038, 0.012), (0, 0.01)], s.matter(s.linear('#e9e4da'), rough=0.15, bump=0.03), (0.34, 0.2, 0))
    s.turned([(0, 0), (0.0405, 0)], s.matter(s.linear('#8a4a1c'), rough=0.05, bump=0), (0.34, 0.2, 0.062))
    s.rod((0.16, -0.22, 0.005), (0.34, -0.17, 0.005), 0.0042, s.matter(s.copper, rough=0.3), 6)
    room_sky(0.2)
    window_light(26, (-1.4, 0.9, 0.9), (0, 0, 0))
    s.camera((0.26, -0.5, 0.42), (0.03, 0.01, 0.01), lens=50, focus=(0.06, -0.05, 0.02), fstop=2.2)
    return {'exposure': -0.1}


def shelf_tablet():
    planks(s.wood(s.linear('#9a6b43'), s.linear('#5d3c22')), 9)
    fabrics = [s.cloth(tone, threads=1800) for tone in (s.lapis, s.copper, s.linear('#7a2d24'), s.linear('#2e5a46'), s.night, s.linear('#d9c9a5'))]
    tablet = device('shelf', 0.25, 0.18, 1.15, 0.007, 0.008)
    s.group(tablet, (-0.01, -0.02, 0.055), (0.62, 0, 0.12))
    s.box((0.0, 0.065, 0.035), (0.14, 0.012, 0.085), s.matter(s.night, rough=0.6), 0.003, (-0.5, 0, 0.12))
    z = 0.0
    for index in range(6):
        thick = (0.03, 0.022, 0.036, 0.018, 0.026, 0.021)[index]
        book((0.27 + random.uniform(-0.01, 0.01), 0.13, z), (0.15, 0.21, thick), 'cover-donkey' if index == 5 else None, 0.2 + random.uniform(-0.2, 0.2), fabrics[(2, 5, 4, 1, 3, 0)[index]])
        z += thick
    # A row of books behind, out of focus.
    x = -0.62
    while x < 0.75:
        thick, high = random.uniform(0.015, 0.042), random.uniform(0.17, 0.25)
        s.box((x + thick / 2, 0.52, high / 2), (thick - 0.001, 0.16, high), random.choice(fabrics), 0.002, (0, random.uniform(-0.02, 0.02), 0))
        x += thick
    s.box((0, 1.0, 0.5), (5, 0.05, 3), s.matter(s.linear('#8d7a62'), rough=0.9, scale=2, bump=0.5, grain=40))
    s.turned([(0, 0.0), (0.034, 0.0), (0.04, 0.01), (0.043, 0.075), (0.041, 0.076), (0.038, 0.012), (0, 0.01)], s.matter(s.linear('#e9e4da'), rough=0.15, bump=0.03), (-0.24, 0.1, 0))
    room_sky(0.2)
    window_light(70, (-1.5, 0.35, 0.8), (0.1, 0.1, 0.05))
    s.camera((0.1, -0.62, 0.3), (0.045, 0.04, 0.065), lens=52, focus=(0.0, -0.05, 0.07), fstop=2.0)
    return {'exposure': 0.25}


def shelf_row():
    """A shelf of a school library; one book has been taken, one leans into its place."""
    board = s.wood(s.linear('#8a5a34'), s.linear('#4f311b'))
    tones = (s.lapis, s.copper, s.linear('#7a2d24'), s.linear('#2e5a46'), s.night, s.linear('#d9c9a5'), s.linear('#b98a3a'), s.linear('#4a5f9a'))
    fabrics = [s.cloth(tone, threads=1500) for tone in tones]
    gold = s.metal((0.9, 0.62, 0.28, 1), 0.3)
    label = s.matter(s.linear('#efe6d2'), rough=0.8, scale=60)
    paper = s.matter(s.linear('#e6dcc6'), rough=0.9, scale=200, stretch=(4, 0.1, 0.1), bump=0.5, depth=0.001)
    for level in (-1, 0, 1):
        z = level * 0.33
        s.box((0, 0.1, z - 0.012), (3, 0.26, 0.024), board, 0.002)
        x = -1.0
        while x < 1.4:
            thick, high, deep = random.uniform(0.012, 0.044), random.uniform(0.17, 0.255), random.uniform(0.0, 0.02)
            if level == 0 and 0.02 < x < 0.075:
                x = 0.078
                s.box((x - 0.012, 0.09, z + 0.112), (0.022, 0.17, 0.22), fabrics[0], 0.002, (0, -0.2, 0))
                x += 0.034
                continue
            fabric = random.choice(fabrics)
            s.box((x + thick / 2, 0.09 + deep, z + high / 2), (thick - 0.0012, 0.17, high), fabric, 0.003, segments=3)
            s.box((x + thick / 2, 0.095 + deep, z + high - 0.001), (thick - 0.006, 0.16, 0.006), paper)
            front = 0.0042 + deep
            for band in (0.16, 0.82):
                s.box((x + thick / 2, front, z + high * band), (thick * 0.9, 0.001, 0.002), gold)
            if thick > 0.02:
                s.extrude(s.star(thick * 0.26), 0.0008, gold, at=(x + thick / 2, front + 0.0004, z + high * 0.66), turn=(math.pi / 2, 0, 0))
            if random.random() > 0.3:
                s.box((x + thick / 2, front, z + 0.03), (thick * 0.86, 0.0012, 0.026), label, 0.0004)
            x += thick
    s.box((0, 0.24, 0), (3, 0.02, 2), board)
    room_sky(0.25)
    s.lamp('AREA', (-0.9, -0.9, 0.8), (0, 0, 0.1), 20, s.linear('#ffe0b4'), size=0.3)
    s.lamp('AREA', (1.2, -0.5, 0.2), (0.2, 0, 0.1), 5, s.linear('#8fa7ff'), size=0.4)
    s.camera((-0.36, -0.5, 0.17), (0.04, 0.02, 0.11), lens=46, focus=(0.04, 0.0, 0.1), fstop=1.8)
    return {'exposure': 0.2}


def card_drawer():
    steel = s.matter(s.linear('#6f7a86'), other=s.linear('#586470'), rough=0.38, scale=5, bump=0.15, depth=0.001, metal=0.6)
    cards = [s.matter(s.linear(tone), rough=0.9, scale=40, bump=0.3, depth=0.0006) for tone in ('#efe2c4', '#e6d5b0', '#f2e8d2', '#dcc9a0')]
    accents = [s.matter(s.copper, rough=0.8), s.matter(s.lapis, rough=0.8), s.matter(s.linear('#7fa08c'), rough=0.8)]
    brass = s.metal((0.8, 0.58, 0.28, 1), 0.3)
    # The drawer that is pulled out.
    for x in (-0.077, 0.077):
        s.box((x, 0.3, 0.05), (0.003, 0.75, 0.1), steel, 0.001)
    s.box((0, 0.3, 0.0), (0.155, 0.75, 0.003), steel)
    y = -0.04
    index = 0
    while y < 0.66:
        high = 0.098 + random.uniform(-0.0012, 0.0012)
        tilt = -0.28 + random.uniform(-0.03, 0.03) + (0.16 if y > 0.3 else 0)
        s.box((random.uniform(-0.0015, 0.0015), y, high / 2), (0.147, 0.0006, high), random.choice(cards), turn=(tilt, 0, 0))
        if index % 23 == 11:
            s.box((random.choice((-0.05, -0.015, 0.02, 0.05)), y + 0.013, high + 0.002), (0.032, 0.0008, 0.016), random.choice(accents), 0.0002, (tilt, 0, 0))
        y += 0.0017 + (0.014 if index == 40 else 0)
        index += 1
    s.sheet((0.004, 0.062, 0.118), (0.147, 0.088), s.printed('card', rough=0.85), (math.pi / 2 - 0.24, 0, 0.05))
    s.box((0.004, 0.0632, 0.118), (0.148, 0.0006, 0.089), cards[0], turn=(-0.24, 0, 0.05))
    s.box((0, -0.09, 0.055), (0.17, 0.012, 0.12), steel, 0.003, (0, 0, 0))
    s.box((0, -0.0975, 0.075), (0.075, 0.003, 0.034), brass, 0.001)
    s.box((0, -0.0992, 0.075), (0.063, 0.002, 0.024), cards[2])
    s.turned([(0, 0), (0.008, 0.0), (0.006, 0.012), (0.012, 0.02), (0.011, 0.026), (0, 0.028)], brass, (0, -0.096, 0.03)).rotation_euler = (math.pi / 2, 0, 0)
    # The wall of closed drawers behind.
    for column in range(-6, 7):
        for row in range(-4, 6):
            if column == 0 and row == 0:
                continue
            x, z = column * 0.18, row * 0.135 + 0.055
            s.box((x, 0.66, z), (0.174, 0.02, 0.128), steel, 0.003)
            s.box((x, 0.6485, z + 0.02), (0.075, 0.003, 0.034), brass, 0.001)
            s.box((x, 0.6468, z + 0.02), (0.063, 0.002, 0.024), cards[2])
            s.ball((x, 0.64, z - 0.03), 0.012, brass, detail=10)
    room_sky(0.2)
    s.lamp('AREA', (-0.9, -0.3, 0.9), (0, 0.15, 0.08), 16, s.linear('#ffe2b8'), size=0.3)
    s.lamp('AREA', (1.0, 0.0, 0.5), (0, 0.3, 0.1), 3.5, s.linear('#8fa7ff'), size=0.5)
    s.camera((0.16, -0.34, 0.3), (0.0, 0.09, 0.098), lens=50, focus=(0.0, 0.06, 0.12), fstop=2.4)
    return {'exposure': 0.15}


def blocks():
    top = s.wood(s.linear('#6b4326'), s.linear('#38200f'))
    planks(top, 11)
    tones = [s.wood(s.linear(a), s.linear(b), along=way, rough=0.5) for a, b, way in (('#d9ab72', '#b07f48', 'x'), ('#c9935c', '#9a6836', 'z'), ('#e2bd8c', '#c0935c', 'y'))]
    painted = [s.matter(s.lapis, rough=0.5, vary=0.3, bump=0.3), s.matter(s.copper, rough=0.5, vary=0.3, bump=0.3), s.matter(s.linear('#e9e0cc'), rough=0.55, bump=0.3)]
    side = 0.04
    # The tray, the steps, the water.
    for x, y, w, h in ((0, 0.2, 0.44, 0.014), (0, -0.2, 0.44, 0.014), (0.213, 0, 0.014, 0.4), (-0.213, 0, 0.014, 0.4)):
        s.box((x, y, 0.022), (w, h, 0.044), tones[0], 0.003)
    s.box((0, 0, 0.006), (0.42, 0.4, 0.008), tones[2])
    for i in range(9):
        for j in range(8):
            edge = min(i, j, 8 - i, 7 - j)
            high = max(0, (4 if i < 4 else 3) - edge + (1 if (i * 3 + j) % 5 == 0 else 0))
            if j == 0 or (i in (4, 5) and j < 4):
                high = 0
            for level in range(high):
                paint = painted[(i + j + level) % 3] if (i * 7 + j * 3 + level) % 6 == 0 else random.choice(tones)
                s.box(((i - 4) * 0.046 + random.uniform(-0.0015, 0.0015), (j - 3.5) * 0.046 + random.uniform(-0.0015, 0.0015), 0.03 + level * side), (side, side, side - 0.0006), paint, 0.002, (0, 0, random.uniform(-0.05, 0.05)))
    water, nodes, shader = s.surface('water')
    s.put(nodes, shader, Base_Color=(0.75, 0.88, 1, 1), Roughness=0.0, Transmission=1.0, IOR=1.33, Normal=nodes.bump(nodes.noise(30, 2), 0.25, 0.004))
    s.box((0, -0.0, 0.019), (0.41, 0.385, 0.016), water)
    enamel = s.matter(s.linear('#e9edf4'), rough=0.12, bump=0.02)
    jug = [(0, 0), (0.05, 0), (0.058, 0.01), (0.062, 0.07), (0.05, 0.13), (0.046, 0.16), (0.056, 0.19), (0.053, 0.19), (0.043, 0.16), (0.047, 0.13), (0.058, 0.07), (0.05, 0.012), (0, 0.01)]
    s.turned(jug, enamel, (0.34, 0.16, 0))
    s.turned([(0.0555, 0.187), (0.0575, 0.19), (0.0555, 0.193), (0.053, 0.19), (0.0555, 0.187)], s.matter(s.lapis, rough=0.2), (0.34, 0.16, 0))
    bpy.ops.mesh.primitive_torus_add(location=(0.405, 0.16, 0.115), rotation=(math.pi / 2, 0, 0), major_radius=0.045, minor_radius=0.006)
    s.dress(bpy.context.object, s.matter(s.lapis, rough=0.2), True)
    for x, y, z, turn in ((-0.3, -0.12, 0, 0.4), (-0.34, 0.02, 0, 1.0), (-0.31, -0.05, 0.04, 0.2), (0.29, -0.16, 0, 0.7), (-0.27, -0.24, 0, 0.1)):
        s.box((x, y, z + side / 2), (side, side, side), random.choice(tones + painted), 0.002, (0, 0, turn))
    s.box((0, 2.0, 0.5), (7, 0.05, 4), s.matter(s.linear('#33406a'), rough=0.9, scale=2, bump=0.4, grain=40))
    room_sky(0.16)
    s.lamp('AREA', (-0.7, 0.5, 0.95), (0, 0, 0.05), 22, s.linear('#ffca8a'), size=0.2)
    s.lamp('AREA', (1.2, -0.3, 0.7), (0, 0, 0.1), 3.5, s.linear('#8fa7ff'), size=0.6)
    s.camera((0.33, -0.7, 0.46), (0.02, 0.0, 0.075), lens=50, focus=(-0.02, -0.07, 0.08), fstop=2.8)
    return {'exposure': 0.25}


def brass_letters():
    wall = s.matter(s.linear('#183086'), other=s.linear('#12246a'), rough=0.75, scale=1.6, bump=0.55, depth=0.01, grain=26, specular=0.3)
    s.box((0, 0.05, 0), (8, 0.1, 5), wall)
    brass = s.metal((0.92, 0.62, 0.24, 1), 0.28, brushed=True)
    latin = s.lettering('letters-latin', 0.62, 0.07, brass, 0.006)
    latin.rotation_euler = (math.pi / 2, 0, 0)
    latin.location = (-0.72, -0.12, 0.08)
    urdu = s.lettering('letters-urdu', 1.06, 0.07, brass, 0.006)
    urdu.rotation_euler = (math.pi / 2, 0, 0)
    urdu.location = (0.92, -0.12, 0.06)
    steel = s.metal((0.5, 0.5, 0.5, 1), 0.3)
    for x, z in ((-1.4, 0.1), (-0.2, 0.0), (0.7, 0.0), (1.3, 0.2)):
        s.rod((x, 0, z), (x, -0.09, z), 0.01, steel)
    room_sky(0.12)
    s.lamp('AREA', (-2.6, -1.5, 2.0), (0, 0, 0), 190, s.linear('#ffd7a0'), size=0.25)
    s.lamp('AREA', (2.0, -2.0, -0.4), (0.6, 0, 0), 40, s.linear('#ff9a55'), size=1.2, high=0.2)
    s.lamp('AREA', (-0.5, -3.5, 2.5), (0, 0, 0), 30, s.linear('#c8d4ff'), size=2.5, high=0.6)
    s.camera((-1.0, -3.1, -0.42), (-0.2, 0, 0.03), lens=35, focus=(-0.35, -0.15, 0.05), fstop=0.8)
    return {'exposure': 0.1}


def poster():
    wall = s.matter(s.linear('#cdb497'), other=s.linear('#b0906e'), rough=0.95, scale=1.1, bump=0.8, depth=0.02, grain=16, specular=0.15)
    s.box((0, 0.05, 0), (10, 0.1, 6), wall)
    s.box((0, 0.04, -1.25), (10, 0.12, 0.9), s.matter(s.linear('#35508f'), other=s.linear('#2a3f76'), rough=0.85, scale=1.5, bump=0.7, depth=0.02, grain=18))
    paper = s.sheet((0.05, -0.006, 0.12), (1.0, 1.414), s.printed('poster', rough=0.7, wear=0.12, bump=0.25), (math.pi / 2, 0, 0.0), cuts=60)
    s.displace(paper, 0.012, 0.35, depth=2)
    half = s.sheet((-1.12, -0.004, 0.12), (1.0, 1.414), s.printed('poster', rough=0.75, wear=0.4, bump=0.3), (math.pi / 2, 0, 0.0), cuts=60)
    s.displace(half, 0.016, 0.3, depth=2)
    # A leaf shadow and a hard sun.
    leaf = s.matter(s.linear('#2f5a2a'), rough=0.6)
    for _ in range(46):
        x, y, z = random.uniform(-3.2, -0.9), random.uniform(-2.2, -1.2), random.uniform(1.3, 3.0)
        s.ball((x, y, z), 0.13, leaf, squash=(1, 0.08, 0.38), detail=10, turn=(random.random() * 3, random.random() * 3, random.random() * 3))
    s.sky((-0.1, s.linear('#c9a984')), (0.3, s.linear('#9fb8ea')), (1, s.linear('#5a7ed0')), strength=0.5)
    s.lamp('SUN', (-1.5, -2.0, 1.75), (0, 0, 0), 4.2, s.linear('#ffdcb0'), size=0.7)
    # A pot of paste on a stool, with its brush.
    s.rod((0.95, -0.4, -1.7), (0.95, -0.4, -0.78), 0.14, s.metal((0.42, 0.44, 0.48, 1), 0.45), 40, tip=0.17)
    s.rod((0.95, -0.4, -0.82), (0.95, -0.4, -0.8), 0.155, s.matter(s.linear('#e8e2d0'), rough=0.25), 40)
    s.rod((0.93, -0.42, -0.85), (1.12, -0.3, -0.42), 0.014, s.wood(along='z'), 16)
    s.camera((0.85, -2.95, -0.2), (0.0, 0, -0.08), lens=36, focus=(0.1, -0.05, 0.1), fstop=2.0)
    return {'exposure': 0.05}


pictures = {
    'project-mandi-board-2': market_low,
    'project-the-open-shelf-2': shelf_row,
    'project-mandi-board-1': market,
    'project-qissa-press-1': qissa_stack,
    'project-qissa-press-2': qissa_spread,
    'project-the-open-shelf-1': shelf_tablet,
    'project-chapli-2': brass_letters,
    'category-brand-and-type': poster,
    'post-paper-cards': card_drawer,
    'post-kitchen-table': blocks,
}
