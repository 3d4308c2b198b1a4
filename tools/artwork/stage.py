"""Building blocks of the scenes: materials made of noise, solids, lights, a camera. One unit is one metre."""

import math
import os
import random

import bpy
from mathutils import Vector, noise

prints_folder = os.environ.get('ARTWORK_PRINTS', '/tmp/artwork/prints')

# The product's colours (shared/site/theme.ts), in linear light.


def linear(code):
    """Converts `#rrggbb` to linear light."""
    parts = [int(code[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return tuple(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts) + (1,)


lapis = linear('#1d3cc0')
night = linear('#0b1434')
copper = linear('#d8702a')
paper = linear('#eef2f8')


def clear():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    random.seed(7)
    world = bpy.data.worlds.new('world')
    world.use_nodes = True
    bpy.context.scene.world = world


# Materials


class Nodes:
    """The node tree of a material, with short ways to add and link."""

    def __init__(self, tree):
        self.tree = tree

    def add(self, kind, inputs=None, **settings):
        node = self.tree.nodes.new('ShaderNode' + kind)
        for name, value in settings.items():
            setattr(node, name, value)
        for key, value in (inputs or {}).items():
            self.set(node.inputs[key], value)
        return node

    def set(self, socket, value):
        if isinstance(value, bpy.types.NodeSocket):
            self.tree.links.new(value, socket)
        else:
            socket.default_value = value

    def noise(self, scale, detail=6, rough=0.55, stretch=(1, 1, 1), coordinates='Object', turn=(0, 0, 0)):
        at = self.add('TexCoord').outputs[coordinates]
        mapped = self.add('Mapping', {'Vector': at, 'Scale': stretch, 'Rotation': turn}).outputs[0]
        found = {'Vector': mapped, 'Scale': scale, 'Detail': detail, 'Roughness': rough}
        return self.add('TexNoise', found).outputs['Fac']

    def ramp(self, value, *stops):
        node = self.add('ValToRGB', {'Fac': value})
        elements = node.color_ramp.elements
        while len(elements) < len(stops):
            elements.new(0.5)
        for stop, (at, colour) in zip(elements, stops):
            stop.position = at
            stop.color = colour if isinstance(colour, tuple) else (colour, colour, colour, 1)
        return node.outputs['Color']

    def mix(self, one, other, share, how='MIX'):
        return self.add(
            'MixRGB', {'Color1': one, 'Color2': other, 'Fac': share}, blend_type=how
        ).outputs[0]

    def math(self, how, one, other=0.0):
        return self.add('Math', {0: one, 1: other}, operation=how).outputs[0]

    def bump(self, height, strength=0.3, distance=0.01, below=None):
        node = self.add('Bump', {'Height': height, 'Strength': strength, 'Distance': distance})
        if below is not None:
            self.set(node.inputs['Normal'], below)
        return node.outputs[0]


def surface(name):
    """Returns a new material with its nodes and its Principled shader."""
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    nodes = Nodes(material.node_tree)
    return material, nodes, material.node_tree.nodes['Principled BSDF']


def put(nodes, shader, **values):
    for key, value in values.items():
        nodes.set(shader.inputs[key.replace('_', ' ')], value)


def matter(
    colour,
    rough=0.6,
    vary=0.25,
    scale=6.0,
    bump=0.25,
    depth=0.004,
    grain=60.0,
    metal=0.0,
    stretch=(1, 1, 1),
    specular=0.4,
    other=None,
    coordinates='Object',
    **more,
):
    """A real surface: its colour varies in patches, its roughness too, and it has a fine grain."""
    material, nodes, shader = surface('matter')
    patches = nodes.noise(scale, stretch=stretch, coordinates=coordinates)
    fine = nodes.noise(grain, detail=4, stretch=stretch, coordinates=coordinates)
    second = other or tuple(c * (1 - vary) ** 2 for c in colour[:3]) + (1,)
    tint = nodes.ramp(patches, (0.38, colour), (0.64, second))
    put(
        nodes,
        shader,
        Base_Color=tint,
        Metallic=metal,
        Specular=specular,
        Roughness=nodes.ramp(patches, (0.3, max(rough - 0.12, 0.02)), (0.7, min(rough + 0.12, 1))),
        Normal=nodes.bump(nodes.math('ADD', patches, nodes.math('MULTIPLY', fine, 0.5)), bump, depth),
        **more,
    )
    return material


def wood(colour=linear('#8a5a34'), dark=linear('#4a2c17'), rough=0.4, scale=3.0, along='x'):
    material, nodes, shader = surface('wood')
    stretch = {'x': (0.12, 1.6, 1.6), 'y': (1.6, 0.12, 1.6), 'z': (1.6, 1.6, 0.12)}[along]
    bands = nodes.noise(scale * 2.4, detail=8, rough=0.62, stretch=stretch)
    fibres = nodes.noise(scale * 26, detail=5, rough=0.7, stretch=stretch)
    tint = nodes.ramp(bands, (0.3, dark), (0.5, colour), (0.72, tuple(c * 1.25 for c in colour[:3]) + (1,)))
    tint = nodes.mix(tint, nodes.ramp(fibres, (0.35, 0.45), (0.6, 1.0)), 0.55, 'MULTIPLY')
    put(
        nodes,
        shader,
        Base_Color=tint,
        Specular=0.35,
        Roughness=nodes.ramp(fibres, (0.3, rough + 0.15), (0.7, rough)),
        Normal=nodes.bump(nodes.math('ADD', fibres, bands), 0.2, 0.002),
    )
    return material


def cloth(colour, other=None, threads=260.0, rough=0.9):
    """Woven cloth: two waves across each other, seen up close, and folds of colour."""
    material, nodes, shader = surface('cloth')
    at = nodes.add('TexCoord').outputs['Object']
    ways = [
        nodes.add('TexWave', {'Vector': at, 'Scale': threads / 6.28, 'Distortion': 0.6}, bands_direction=way)
        for way in ('X', 'Y')
    ]
    weave = nodes.math('MULTIPLY', ways[0].outputs['Fac'], ways[1].outputs['Fac'])
    patches = nodes.noise(9)
    tint = nodes.ramp(patches, (0.35, colour), (0.65, other or tuple(c * 0.7 for c in colour[:3]) + (1,)))
    tint = nodes.mix(tint, nodes.ramp(weave, (0.0, 0.55), (0.6, 1.0)), 0.8, 'MULTIPLY')
    put(
        nodes,
        shader,
        Base_Color=tint,
        Roughness=rough,
        Specular=0.1,
        Sheen=0.4,
        Normal=nodes.bump(weave, 0.5, 0.001),
    )
    return material


def printed(name, rough=0.55, specular=0.3, wear=0.0, bump=0.1):
    """A printed sheet. The picture is `prints/NAME.png` and fills the face."""
    material, nodes, shader = surface(name)
    picture = nodes.add('TexImage', image=image(name), extension='EXTEND', interpolation='Cubic')
    tint = picture.outputs['Color']
    fibres = nodes.noise(140, coordinates='Object')
    if wear:
        stains = nodes.ramp(nodes.noise(5), (0.4, 1.0), (0.75, 1 - wear))
        tint = nodes.mix(tint, stains, 1.0, 'MULTIPLY')
    put(
        nodes,
        shader,
        Base_Color=tint,
        Roughness=rough,
        Specular=specular,
        Normal=nodes.bump(fibres, bump, 0.001),
    )
    return material


def screen(name, strength=2.0, gloss=0.12):
    """A lit screen behind glass that shows `prints/NAME.png`."""
    material, nodes, shader = surface(name)
    picture = nodes.add('TexImage', image=image(name), extension='EXTEND', interpolation='Cubic')
    put(
        nodes,
        shader,
        Base_Color=(0.004, 0.004, 0.006, 1),
        Roughness=gloss,
        Emission=picture.outputs['Color'],
        Emission_Strength=strength,
    )
    return material


def image(name):
    found = bpy.data.images.get(name)
    if found:
        return found
    made = bpy.data.images.load(os.path.join(prints_folder, name + '.png'))
    made.name = name
    return made


def glow(colour, strength):
    material, nodes, shader = surface('glow')
    put(nodes, shader, Base_Color=(0, 0, 0, 1), Emission=colour, Emission_Strength=strength)
    return material


def glass(colour=(1, 1, 1, 1), rough=0.0, ior=1.45):
    material, nodes, shader = surface('glass')
    put(nodes, shader, Base_Color=colour, Transmission=1.0, Roughness=rough, IOR=ior)
    return material


def metal(colour, rough=0.3, brushed=False):
    return matter(
        colour,
        rough=rough,
        vary=0.15,
        scale=8,
        bump=0.08,
        depth=0.002,
        grain=180,
        metal=1.0,
        stretch=(1, 30, 1) if brushed else (1, 1, 1),
    )


def haze(colour, density, anisotropy=0.3):
    """Air with dust in it, for a box around the scene."""
    material = bpy.data.materials.new('haze')
    material.use_nodes = True
    tree = material.node_tree
    tree.nodes.clear()
    nodes = Nodes(tree)
    air = nodes.add('VolumePrincipled', {'Color': colour, 'Density': density, 'Anisotropy': anisotropy})
    out = nodes.add('OutputMaterial')
    tree.links.new(air.outputs[0], out.inputs['Volume'])
    return material


# Solids


def dress(thing, material, smooth=False):
    if material is not None:
        thing.data.materials.clear()
        thing.data.materials.append(material)
    if smooth:
        for face in thing.data.polygons:
            face.use_smooth = True
    return thing


def mesh(name, points, faces, material=None, smooth=False):
    data = bpy.data.meshes.new(name)
    data.from_pydata(points, [], faces)
    data.update()
    thing = bpy.data.objects.new(name, data)
    bpy.context.collection.objects.link(thing)
    return dress(thing, material, smooth)


def box(at, size, material=None, bevel=0.0, turn=(0, 0, 0), segments=2):
    x, y, z = (side / 2 for side in size)
    corners = [(i * x, j * y, k * z) for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)]
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    thing = mesh('box', corners, faces, material)
    thing.location = at
    thing.rotation_euler = turn
    if bevel:
        edge = thing.modifiers.new('bevel', 'BEVEL')
        edge.width = bevel
        edge.segments = segments
        thing.data.use_auto_smooth = True
        dress(thing, None, True)
    return thing


def rod(start, end, radius, material=None, sides=24, tip=None):
    """A cylinder from one point to another; with `tip`, the radius of its end."""
    start, end = Vector(start), Vector(end)
    way = end - start
    bpy.ops.mesh.primitive_cone_add(
        vertices=sides,
        radius1=radius,
        radius2=radius if tip is None else tip,
        depth=way.length,
        location=(start + end) / 2,
        rotation=way.to_track_quat('Z', 'Y').to_euler(),
    )
    thing = bpy.context.object
    thing.data.use_auto_smooth = True
    return dress(thing, material, True)


def ball(at, radius, material=None, squash=(1, 1, 1), detail=32, lumps=0.0, lump_size=0.5, turn=(0, 0, 0)):
    bpy.ops.mesh.primitive_uv_sphere_add(
        segments=detail * 2, ring_count=detail, radius=radius, location=at, rotation=turn
    )
    thing = bpy.context.object
    thing.scale = squash
    if lumps:
        displace(thing, lumps, lump_size * radius)
    return dress(thing, material, True)


def sheet(at, size, material=None, turn=(0, 0, 0), cuts=0):
    """A flat face; with cuts, a grid that can be displaced. Its picture fills it."""
    bpy.ops.mesh.primitive_grid_add(
        x_subdivisions=max(cuts, 1), y_subdivisions=max(cuts, 1), size=1, location=at, rotation=turn
    )
    thing = bpy.context.object
    thing.scale = (size[0], size[1], 1)
    bpy.ops.object.transform_apply(location=False, rotation=False, scale=True)
    return dress(thing, material, bool(cuts))


def displace(thing, strength, size, kind='CLOUDS', depth=4, direction='NORMAL'):
    texture = bpy.data.textures.new('relief', kind)
    texture.noise_scale = size
    if kind == 'CLOUDS':
        texture.noise_depth = depth
    step = thing.modifiers.new('relief', 'DISPLACE')
    step.texture = texture
    step.strength = strength
    step.direction = direction
    step.texture_coords = 'GLOBAL'
    return thing


def extrude(points, depth, material=None, bevel=0.0, at=(0, 0, 0), turn=(0, 0, 0)):
    """A plate of the outline `points` (x, y), `depth` thick."""
    count = len(points)
    front = [(x, y, depth) for x, y in points]
    back = [(x, y, 0) for x, y in points]
    faces = [tuple(range(count)), tuple(reversed(range(count, 2 * count)))]
    faces += [(i, i + count, (i + 1) % count + count, (i + 1) % count) for i in range(count)]
    thing = mesh('plate', front + back, faces, material)
    thing.location = at
    thing.rotation_euler = turn
    if bevel:
        edge = thing.modifiers.new('bevel', 'BEVEL')
        edge.width = bevel
        edge.segments = 2
        edge.limit_method = 'ANGLE'
    return thing


def turned(profile, material=None, at=(0, 0, 0), steps=48):
    """A body of revolution around z from a profile of (radius, height)."""
    points, faces = [], []
    for step in range(steps):
        angle = 2 * math.pi * step / steps
        points += [(r * math.cos(angle), r * math.sin(angle), z) for r, z in profile]
    rows = len(profile)
    for step in range(steps):
        here, there = step * rows, (step + 1) % steps * rows
        faces += [(here + i, there + i, there + i + 1, here + i + 1) for i in range(rows - 1)]
    thing = mesh('turned', points, faces, material, True)
    thing.data.use_auto_smooth = True
    thing.location = at
    return thing


def star(radius):
    """Outline of the eight-pointed star of the product's pattern: two squares, one turned."""
    inner = radius * math.cos(math.pi / 4) / math.cos(math.pi / 8)
    return [
        ((radius if i % 2 == 0 else inner) * math.cos(i * math.pi / 8),
         (radius if i % 2 == 0 else inner) * math.sin(i * math.pi / 8))
        for i in range(16)
    ]


def lettering(name, height, depth, material=None, bevel=0.0):
    """Solid letters from `prints/NAME.svg`, lying in the plane of x and y around the origin."""
    before = set(bpy.data.objects)
    bpy.ops.preferences.addon_enable(module='io_curve_svg')
    bpy.ops.import_curve.svg(filepath=os.path.join(prints_folder, name + '.svg'))
    curves = [thing for thing in bpy.data.objects if thing not in before]
    bpy.ops.object.select_all(action='DESELECT')
    for curve in curves:
        curve.select_set(True)
        curve.data.dimensions = '2D'
        curve.data.fill_mode = 'BOTH'
    bpy.context.view_layer.objects.active = curves[0]
    if len(curves) > 1:
        bpy.ops.object.join()
    thing = bpy.context.object
    bpy.ops.object.origin_set(type='ORIGIN_GEOMETRY', center='BOUNDS')
    thing.location = (0, 0, 0)
    size = height / thing.dimensions.y
    thing.data.extrude = depth / 2 / size
    thing.data.bevel_depth = bevel / size
    thing.data.bevel_resolution = 2
    thing.scale = (size, size, size)
    thing.data.materials.clear()
    thing.data.materials.append(material)
    return thing


def copy(thing, at, turn=None, scale=None):
    twin = thing.copy()
    twin.location = at
    if turn is not None:
        twin.rotation_euler = turn
    if scale is not None:
        twin.scale = (scale,) * 3 if isinstance(scale, (int, float)) else scale
    bpy.context.collection.objects.link(twin)
    return twin


def group(things, at=(0, 0, 0), turn=(0, 0, 0)):
    """Moves and turns several things as one around the origin."""
    handle = bpy.data.objects.new('group', None)
    bpy.context.collection.objects.link(handle)
    for thing in things:
        if thing.parent is None:
            thing.parent = handle
    handle.location = at
    handle.rotation_euler = turn
    return handle


def made_by(build):
    """Runs `build` and returns the things that it added."""
    before = set(bpy.data.objects)
    build()
    return [thing for thing in bpy.data.objects if thing not in before]


# Light and camera


def aim(thing, at, target):
    thing.location = at
    thing.rotation_euler = (Vector(target) - Vector(at)).to_track_quat('-Z', 'Y').to_euler()


def lamp(kind, at, target, power, colour=(1, 1, 1), size=1.0, high=None, angle=None, spread=None):
    data = bpy.data.lights.new('lamp', kind)
    data.energy = power
    data.color = colour[:3]
    if kind == 'AREA':
        data.size = size
        if high:
            data.shape = 'RECTANGLE'
            data.size_y = high
        if spread:
            data.spread = math.radians(spread)
    elif kind == 'SUN':
        data.angle = math.radians(size)
    else:
        data.shadow_soft_size = size
    if kind == 'SPOT':
        data.spot_size = math.radians(angle or 45)
        data.spot_blend = 0.6
    thing = bpy.data.objects.new('lamp', data)
    bpy.context.collection.objects.link(thing)
    aim(thing, at, target)
    return thing


def sky(*stops, strength=1.0, glow_at=None, glow_colour=None, glow_power=8.0, glow_strength=1.0):
    """A sky of colours by height (-1 below, 0 the horizon, 1 above), and a glow around one direction."""
    nodes = Nodes(bpy.context.scene.world.node_tree)
    at = nodes.add('TexCoord').outputs['Generated']
    height = nodes.add('SeparateXYZ', {'Vector': at}).outputs['Z']
    scaled = nodes.add('MapRange', {'Value': height, 'From Min': -1, 'From Max': 1}).outputs[0]
    tint = nodes.ramp(scaled, *[((at + 1) / 2, colour) for at, colour in stops])
    if glow_at:
        towards = Vector(glow_at).normalized()
        dot = nodes.add('VectorMath', {0: at, 1: towards}, operation='DOT_PRODUCT').outputs['Value']
        near = nodes.math('POWER', nodes.math('MAXIMUM', dot, 0.0), glow_power)
        shine = nodes.mix((0, 0, 0, 1), glow_colour, nodes.math('MULTIPLY', near, 1.0))
        scaled_shine = nodes.add('VectorMath', {0: shine, 3: glow_strength}, operation='SCALE').outputs[0]
        tint = nodes.add('VectorMath', {0: tint, 1: scaled_shine}, operation='ADD').outputs[0]
    back = bpy.context.scene.world.node_tree.nodes['Background']
    nodes.set(back.inputs['Color'], tint)
    nodes.set(back.inputs['Strength'], strength)


def camera(at, target, lens=50, focus=None, fstop=2.8, shift=(0, 0)):
    data = bpy.data.cameras.new('camera')
    data.lens = lens
    data.clip_end = 20000
    data.shift_x, data.shift_y = shift
    thing = bpy.data.objects.new('camera', data)
    bpy.context.collection.objects.link(thing)
    aim(thing, at, target)
    if focus is not None:
        data.dof.use_dof = True
        data.dof.focus_distance = (
            focus if isinstance(focus, (int, float)) else (Vector(focus) - Vector(at)).length
        )
        data.dof.aperture_fstop = fstop
        data.dof.aperture_blades = 7
    bpy.context.scene.camera = thing
    return thing


def in_haze(material, colour, distance, power=1.0):
    """Adds haze to a material: what is `distance` away has lost two thirds of its own colour."""
    nodes = Nodes(material.node_tree)
    out = material.node_tree.nodes['Material Output']
    surface_socket = out.inputs['Surface'].links[0].from_socket
    depth = nodes.add('CameraData').outputs['View Distance']
    fade = nodes.math('POWER', nodes.math('DIVIDE', depth, distance), power)
    clear_share = nodes.math('POWER', 0.37, fade)
    air = nodes.add('Emission', {'Color': colour, 'Strength': 1.0}).outputs[0]
    mixed = nodes.add('MixShader', {'Fac': clear_share, 1: air, 2: surface_socket}).outputs[0]
    material.node_tree.links.new(mixed, out.inputs['Surface'])
    return material


def ridge(distance, width, height, material, seed, rough=0.35, at_x=0.0):
    """A range of mountains across the view, `distance` along y."""
    rows, columns = 40, 260
    points, faces = [], []
    for row in range(rows):
        for column in range(columns):
            x = (column / (columns - 1) - 0.5) * width + at_x
            y = row / (rows - 1)
            body = math.sin(math.pi * min(y * 1.3, 1) / 2)
            p = Vector((x / height * 0.22 + seed * 13.7, y * 2.2 + seed, seed))
            crest = 0.35 + 0.65 * noise.ridged_multi_fractal(p * 0.9, 1.0, 2.1, 6, 0.9, 2.0) / 2.2
            crest += rough * 0.3 * noise.fractal(p * 5, 0.9, 2.2, 5)
            points.append((x, distance + y * height * 2.2, body * crest * height))
    for row in range(rows - 1):
        for column in range(columns - 1):
            i = row * columns + column
            faces.append((i, i + 1, i + columns + 1, i + columns))
    return mesh('ridge', points, faces, material, True)
