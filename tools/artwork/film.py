"""Exposes a scene, and develops it: removes the noise of path tracing, then adds glow, vignette and grain."""

import os
import tempfile

import bpy
import numpy as np

full = (1600, 1000)


def box_mean(field, reach):
    """Mean of the square of `2 * reach + 1` pixels around each pixel."""
    for axis in (0, 1):
        pad = [(0, 0)] * field.ndim
        pad[axis] = (reach + 1, reach)
        total = np.cumsum(np.pad(field, pad, mode='edge'), axis=axis, dtype=np.float64)
        size = field.shape[axis]
        high = np.take(total, range(2 * reach + 1, 2 * reach + 1 + size), axis=axis)
        low = np.take(total, range(0, size), axis=axis)
        field = ((high - low) / (2 * reach + 1)).astype(np.float32)
    return field


def expose(samples, seed, size):
    """Renders once. Returns the light of each pixel and the features that show edges: albedo and normal."""
    scene = bpy.context.scene
    scene.render.engine = 'CYCLES'
    cycles = scene.cycles
    cycles.samples = samples
    cycles.seed = seed
    cycles.use_denoising = False
    cycles.use_adaptive_sampling = True
    cycles.adaptive_threshold = 0.03
    cycles.adaptive_min_samples = 12
    cycles.max_bounces = 7
    cycles.diffuse_bounces = 3
    cycles.glossy_bounces = 4
    cycles.transmission_bounces = 8
    cycles.sample_clamp_indirect = 6
    cycles.blur_glossy = 1.0
    scene.render.use_persistent_data = True
    scene.render.resolution_x, scene.render.resolution_y = size
    layer = scene.view_layers[0]
    layer.cycles.denoising_store_passes = True
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    layers = tree.nodes.new('CompositorNodeRLayers')
    folder = tempfile.mkdtemp()
    names = {'Image': 'light', 'Denoising Albedo': 'albedo', 'Denoising Normal': 'normal'}
    out = tree.nodes.new('CompositorNodeOutputFile')
    out.base_path = folder
    out.format.file_format = 'OPEN_EXR'
    out.format.color_depth = '32'
    out.file_slots.clear()
    for socket, name in names.items():
        out.file_slots.new(name)
        tree.links.new(layers.outputs[socket], out.inputs[name])
    bpy.ops.render.render()
    return [read_exr(os.path.join(folder, f'{name}{scene.frame_current:04d}.exr')) for name in names.values()]


def read_exr(path):
    loaded = bpy.data.images.load(path)
    loaded.colorspace_settings.name = 'Non-Color'
    width, height = loaded.size
    pixels = np.empty(width * height * 4, np.float32)
    loaded.pixels.foreach_get(pixels)
    bpy.data.images.remove(loaded)
    os.remove(path)
    return pixels.reshape(height, width, 4)[:, :, :3].copy()


def denoise(one, other, features, reach=4, patch=2, force=0.5):
    """
    Non-local means of two independent exposures (Rousselle et al., "Robust Denoising using Feature and Color
    Information", 2013). Each gives the weights for the other, so noise is not mistaken for detail. Features limit them, as far as they are not
    noise themselves.
    """
    curved = [np.log1p(4 * np.maximum(light, 0)) for light in (one, other)]
    noise = box_mean((curved[0] - curved[1]) ** 2 / 2, 4) + 1e-5
    sums = [np.zeros_like(one) for _ in curved]
    weights = [np.zeros(one.shape[:2] + (1,), np.float32) for _ in curved]
    for dy in range(-reach, reach + 1):
        for dx in range(-reach, reach + 1):
            moved = lambda field: np.roll(field, (dy, dx), (0, 1))
            other_noise = moved(noise)
            spread = noise + np.minimum(noise, other_noise)
            edge = np.ones_like(weights[0])
            for feature, feature_noise, scale in features:
                gap = (feature - moved(feature)) ** 2 - 2 * np.minimum(feature_noise, moved(feature_noise))
                edge *= np.exp(-np.maximum(gap, 0).sum(2, keepdims=True) / (scale + 4 * feature_noise.sum(2, keepdims=True)))
            for index, light in enumerate(curved):
                gap = ((light - moved(light)) ** 2 - spread) / (1e-5 + force * (noise + other_noise))
                gap = box_mean(gap.mean(2, keepdims=True), patch)
                weight = np.exp(-np.maximum(gap, 0)) * edge
                sums[1 - index] += weight * moved(curved[1 - index])
                weights[1 - index] += weight
    clean = [total / np.maximum(weight, 1e-6) for total, weight in zip(sums, weights)]
    return np.expm1((clean[0] + clean[1]) / 2) / 4


def without_fireflies(light):
    """Limits a pixel to the brightest but one of those around it."""
    around = np.stack([np.roll(light, (dy, dx), (0, 1)) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dy or dx])
    limit = np.sort(around, axis=0)[-2]
    return np.minimum(light, limit * 1.3 + 0.02)


def resized(field, size):
    """Scales by cubic interpolation, through Blender."""
    if (field.shape[1], field.shape[0]) == size:
        return field
    picture = as_image(field)
    picture.scale(*size)
    pixels = np.empty(size[0] * size[1] * 4, np.float32)
    picture.pixels.foreach_get(pixels)
    bpy.data.images.remove(picture)
    return pixels.reshape(size[1], size[0], 4)[:, :, :3].copy()


def as_image(field):
    height, width = field.shape[:2]
    made = bpy.data.images.new('developed', width, height, float_buffer=True)
    made.colorspace_settings.name = 'Linear'
    rgba = np.ones((height, width, 4), np.float32)
    rgba[:, :, :3] = field
    made.pixels.foreach_set(rgba.ravel())
    return made


def finish(light, bloom=0.06, vignette=0.28, grain=0.035, seed=1):
    """Light spreads in the lens, corners get less of it, and the film has grain: stronger in the middle tones."""
    height, width = light.shape[:2]
    bright = np.minimum(light, 12)
    spread = np.zeros_like(light)
    for reach, share in ((0.004, 0.5), (0.015, 0.3), (0.05, 0.2)):
        blurred = bright
        for _ in range(3):
            blurred = box_mean(blurred, max(int(reach * width), 1))
        spread += share * blurred
    light = light * (1 - bloom) + spread * bloom
    y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    light = light * (1 - vignette * (0.5 * (x * x + y * y)) ** 1.3)[:, :, None]
    random = np.random.default_rng(seed)
    coarse = box_mean(random.normal(size=(height, width, 1)).astype(np.float32), 1) * 2.2
    return light * np.exp(grain * (coarse + 0.35 * random.normal(size=(height, width, 3))))


def shoot(path, samples=20, scale=0.6, exposure=0.0, look='Medium High Contrast', full_size=full, **develop):
    """Exposes the scene twice, develops it and writes a PNG."""
    scene = bpy.context.scene
    size = tuple(int(side * scale) for side in full_size)
    scene.view_settings.view_transform = 'Filmic'
    scene.view_settings.look = look
    scene.view_settings.exposure = exposure
    first, second = (expose(samples // 2, seed, size) for seed in (3, 11))
    features = [
        (box_mean((one + other) / 2, 1), box_mean((one - other) ** 2 / 4, 3) / 4, scale_of)
        for one, other, scale_of in ((first[1], second[1], 0.02), (first[2], second[2], 0.15))
    ]
    lights = [without_fireflies(exposed[0]) for exposed in (first, second)]
    light = denoise(*lights, features)
    light = resized(light, full_size if scale >= 0.5 else size)
    light = finish(np.maximum(light, 0), **develop)
    scene.render.image_settings.file_format = 'PNG'
    scene.render.image_settings.color_depth = '8'
    as_image(light.astype(np.float32)).save_render(path, scene=scene)
