import { mix } from './face.ts';
import type { Portrait } from './portrait.ts';
import { circle, shape, stroke } from './svg.ts';

/** The people of the sample company, by the names of their pictures. All are made up. */
export const people: Record<string, Portrait> = {
  'portrait-zarmina-khattak': zarmina(),
  'portrait-bilal-orakzai': bilal(),
  'portrait-sana-iqbal': sana(),
  'portrait-daniel-okafor': daniel(),
  'portrait-hamza-yusufzai': hamza(),
  'portrait-mehreen-dar': mehreen(),
  'portrait-leena-rahman': leena(),
};

/** A founder of fifty years: grey in her hair, a shawl that lies loosely on it. */
function zarmina(): Portrait {
  const [skin, hair, shawl] = ['#d9a27a', '#3a2e2c', '#c9622a'];
  const fold = mix(shawl, '#5a1d0a', 0.3);
  return {
    ground: '#dfe6f3',
    skin,
    hair,
    lean: -2,
    temple: 74,
    jaw: 56,
    chin: 28,
    chinAt: 302,
    age: 0.75,
    ears: false,
    brow: { colour: '#4a3a36', thick: 6, arch: 6 },
    eyes: { colour: '#5a3a22', lashes: true, open: 0.9 },
    nose: { wide: 16, long: 247 },
    mouth: { wide: 27, smile: 4, full: 9 },
    behind: shape('M70 500C74 330 84 70 204 58C322 66 330 320 338 500Z', mix(shawl, '#3a1004', 0.42)),
    dress:
      shape(
        'M22 500C30 420 92 388 150 372C166 404 188 424 200 430C214 424 236 404 250 372C310 388 370 420 378 500Z',
        '#f6efe4',
      ) +
      shape('M22 500C30 420 92 388 150 372C134 410 120 450 116 500Z', shawl) +
      shape('M250 372C312 388 370 420 378 500L262 500C272 452 268 412 250 372Z', fold),
    over:
      shape('M116 236C104 120 150 76 208 78C204 104 176 128 152 146C140 168 132 196 120 240Z', hair) +
      shape(
        'M286 236C296 120 252 78 204 78C204 104 232 130 252 150C264 172 270 200 282 240Z',
        mix(hair, '#000000', 0.25),
      ) +
      stroke('M200 84C190 108 156 128 138 158', '#9a8d86', 4) +
      stroke('M196 82C176 100 148 114 130 146', '#7a6e68', 3) +
      stroke('M208 84C218 108 246 130 262 160', '#6f645f', 3.4) +
      shape(
        'M196 60C110 62 84 150 88 262C90 330 100 400 96 500L132 500C130 420 112 320 114 240C116 150 140 96 198 78C262 92 286 150 286 240C288 320 276 420 282 500L330 500C330 390 322 320 318 252C312 140 282 62 196 60Z',
        shawl,
      ) +
      shape(
        'M318 252C312 140 282 62 196 60C214 64 272 88 292 176C304 240 300 330 296 400C294 440 292 470 290 500L330 500C330 390 322 320 318 252Z',
        fold,
      ) +
      stroke('M104 190C98 260 112 340 112 430', mix(shawl, '#ffd9b0', 0.4), 4) +
      circle(119, 250, 5, '#f2d28a') +
      circle(281, 250, 5, '#d8b468'),
  };
}

/** Short hair, a full beard and round glasses. */
function bilal(): Portrait {
  const [skin, hair] = ['#c98d63', '#1e1613'];
  const soft = mix(hair, '#8a6a55', 0.28);
  return {
    ground: '#efc39f',
    skin,
    hair,
    lean: 2,
    temple: 77,
    jaw: 64,
    chin: 38,
    chinAt: 306,
    neck: 44,
    brow: { colour: hair, thick: 9, arch: 3 },
    eyes: { colour: '#3f2a1b', open: 0.95 },
    nose: { wide: 19, long: 248 },
    mouth: { wide: 22, smile: 2, full: 8, lips: '#a3604c' },
    beard: beard(hair, soft),
    dress:
      shape(
        'M14 500C22 412 100 386 152 372C164 398 184 410 202 410C220 410 238 398 250 372C304 386 378 412 386 500Z',
        '#17275f',
      ) +
      shape(
        'M148 366C160 398 182 412 202 412C222 412 242 398 254 366L266 380C252 412 228 430 202 430C176 430 150 412 136 380Z',
        '#22388a',
      ) +
      shape('M266 380C252 412 228 430 202 430C216 426 240 408 254 366Z', '#101c4a') +
      stroke('M92 500C94 470 98 448 106 428', '#22388a', 4) +
      stroke('M318 500C314 470 310 448 302 428', '#101c4a', 4),
    over:
      shape(
        'M120 196C108 120 146 66 214 68C270 70 294 122 280 196C276 172 272 158 262 144C232 150 188 144 166 124C150 140 126 158 120 196Z',
        hair,
      ) +
      shape('M140 116C158 88 190 76 220 80C192 86 168 100 160 122Z', soft) +
      glasses('#2b2320', 27),
  };
}

function beard(hair: string, soft: string): string {
  return (
    shape(
      'M122 204C122 262 140 320 200 322S278 262 278 204C272 232 256 258 236 254C222 250 210 256 200 256C190 256 178 250 164 254C144 258 128 232 122 204Z',
      hair,
    ) +
    shape('M126 232C134 268 150 300 178 312C150 308 130 282 126 232Z', soft) +
    shape(
      'M172 268C182 262 218 262 228 268C232 276 222 284 200 284S168 276 172 268Z',
      mix(hair, '#000000', 0.3),
    )
  );
}

function glasses(colour: string, radius: number): string {
  const ring = (x: number) =>
    `<circle cx="${x}" cy="200" r="${radius}" fill="rgb(255 255 255 / 0.12)" stroke="${colour}" stroke-width="4"/>`;
  return (
    ring(165) +
    ring(235) +
    stroke('M191 196C196 191 204 191 209 196', colour, 4) +
    stroke(`M${165 - radius} 196L122 190M${235 + radius} 196L278 190`, colour, 4) +
    stroke('M150 190C153 185 157 182 162 181', 'rgb(255 255 255 / 0.7)', 2.6) +
    stroke('M220 190C223 185 227 182 232 181', 'rgb(255 255 255 / 0.7)', 2.6)
  );
}

/** Young, her hair in a knot, laughing. */
function sana(): Portrait {
  const [skin, hair] = ['#b97b52', '#26160f'];
  const soft = mix(hair, '#a3623a', 0.35);
  return {
    ground: '#fbefe3',
    skin,
    hair,
    lean: 4,
    temple: 74,
    jaw: 56,
    chin: 30,
    chinAt: 300,
    neck: 33,
    age: 0.1,
    brow: { colour: hair, thick: 7, arch: 6 },
    eyes: { colour: '#3a2416', lashes: true, open: 1.08 },
    nose: { wide: 17, long: 244 },
    mouth: { wide: 30, smile: 7, full: 11, teeth: true },
    behind: circle(214, 66, 36, hair) + shape('M186 56C194 36 220 32 236 46C218 44 202 48 192 66Z', soft),
    dress:
      shape(
        'M30 500C38 424 104 392 156 374C170 402 190 412 202 412C216 412 234 402 246 374C298 392 364 424 372 500Z',
        '#1d3cc0',
      ) +
      shape('M156 374C142 386 132 402 130 424L196 470L202 412C188 412 170 402 156 374Z', '#3a58d8') +
      shape('M246 374C260 386 270 402 272 424L208 470L202 412C216 412 234 402 246 374Z', '#16309c') +
      stroke('M202 462L202 500', '#122778', 3) +
      circle(210, 484, 3.4, '#fbefe3'),
    over:
      shape(
        'M122 202C110 130 146 72 204 72S294 130 278 202C274 170 262 146 246 128C224 138 196 132 182 116C166 134 132 150 122 202Z',
        hair,
      ) +
      shape('M142 122C154 96 178 84 204 82C184 92 172 104 168 120C158 128 148 132 142 122Z', soft) +
      circle(119, 240, 5.5, '#d8702a') +
      circle(281, 240, 5.5, '#b9571a'),
  };
}

/** Close-cropped hair and a trimmed beard around the chin. */
function daniel(): Portrait {
  const [skin, hair] = ['#7a4a2f', '#17100d'];
  return {
    ground: '#b9c7ee',
    skin,
    hair,
    lean: -3,
    temple: 78,
    jaw: 64,
    chin: 36,
    chinAt: 308,
    neck: 46,
    age: 0.2,
    brow: { colour: hair, thick: 8, arch: 4 },
    eyes: { colour: '#2c1a10', open: 1 },
    nose: { wide: 23, long: 247 },
    mouth: { wide: 29, smile: 4, full: 12, lips: '#7d3f37' },
    dress:
      shape(
        'M10 500C18 408 98 386 148 370C164 396 184 408 202 408C220 408 238 396 254 370C306 386 382 408 390 500Z',
        '#f6efe4',
      ) +
      shape('M10 500C18 408 98 386 142 372C132 410 140 460 150 500Z', '#d8702a') +
      shape('M258 372C308 386 382 408 390 500L254 500C264 460 270 410 258 372Z', '#b9571a') +
      stroke('M142 372C132 410 140 460 150 500', '#e9925a', 5),
    over:
      shape(
        'M121 190C110 112 146 66 200 66S290 112 279 190C276 160 270 144 260 132C240 120 220 118 200 118S160 120 140 132C130 144 124 160 121 190Z',
        hair,
      ) +
      shape('M140 116C152 92 174 80 202 79C180 86 160 98 150 120Z', mix(hair, '#8a6248', 0.32)) +
      shape(
        'M150 262C152 292 172 312 200 312S248 292 250 262C246 272 240 276 234 284C226 292 214 296 200 296S174 292 166 284C160 276 154 272 150 262Z',
        hair,
      ) +
      shape(
        'M168 262C176 254 190 254 200 257C210 254 224 254 232 262C222 260 210 260 200 262C190 260 178 260 168 262Z',
        hair,
      ),
  };
}

/** A man of forty-five with a pakol, and grey in his beard. */
function hamza(): Portrait {
  const [skin, hair, wool] = ['#cf9a70', '#3a2a22', '#9a7a55'];
  const dim = mix(wool, '#2a1a0c', 0.35);
  return {
    ground: '#16204d',
    skin,
    hair,
    lean: 1,
    temple: 76,
    jaw: 62,
    chin: 36,
    chinAt: 306,
    neck: 44,
    age: 0.8,
    brow: { colour: hair, thick: 9, arch: 2, tilt: -2 },
    eyes: { colour: '#5d6b4a', open: 0.82 },
    nose: { wide: 19, long: 250 },
    mouth: { wide: 22, smile: 3, full: 8, lips: '#a9664f' },
    beard:
      beard(hair, mix(hair, '#b8aa9c', 0.5)) +
      shape(
        'M182 296C188 314 194 320 200 320C206 320 210 312 213 296C208 302 206 304 203 312C200 304 196 304 194 308C191 302 187 300 182 296Z',
        '#a39486',
      ),
    dress:
      shape(
        'M12 500C20 412 100 388 150 372C166 400 186 414 202 414C218 414 236 400 252 372C304 388 380 412 388 500Z',
        '#eadfce',
      ) +
      shape('M12 500C20 412 96 390 138 376C134 420 160 470 178 500Z', '#5b4632') +
      shape('M266 376C306 388 380 412 388 500L224 500C244 470 268 420 266 376Z', '#453423') +
      shape('M150 372C144 380 140 390 140 400L194 432L202 414C186 414 166 400 150 372Z', '#f6efe4') +
      shape('M252 372C258 380 262 390 262 400L208 432L202 414C218 414 236 400 252 372Z', '#d6c7b0') +
      stroke('M201 432L201 500', '#c9b99f', 3),
    over:
      shape(
        'M122 196C118 170 124 150 134 138L266 138C276 150 282 170 278 196C272 176 268 164 262 156L138 156C132 164 128 176 122 196Z',
        hair,
      ) +
      shape('M110 132C106 74 160 50 204 50S300 74 292 132Z', wool) +
      shape('M204 50C250 50 300 74 292 132L226 132C250 110 248 72 204 50Z', dim) +
      shape(
        'M100 134C100 112 124 106 202 106S302 112 302 134S280 158 202 158S100 156 100 134Z',
        mix(wool, '#ffe9cf', 0.16),
      ) +
      shape('M302 134C302 156 280 158 202 158C250 150 268 130 262 108C290 112 302 118 302 134Z', dim) +
      stroke('M112 128C140 118 180 116 214 117', mix(wool, '#ffe9cf', 0.5), 4),
  };
}

/** Long hair, parted at the side. */
function mehreen(): Portrait {
  const [skin, hair] = ['#e2b48e', '#5a2f1c'];
  const soft = mix(hair, '#c98550', 0.4);
  const dim = mix(hair, '#1a0a05', 0.4);
  return {
    ground: '#d8e0c8',
    skin,
    hair,
    lean: -4,
    temple: 73,
    jaw: 54,
    chin: 27,
    chinAt: 303,
    neck: 33,
    age: 0.1,
    ears: false,
    brow: { colour: '#4a2818', thick: 6, arch: 7 },
    eyes: { colour: '#6b4a26', lashes: true, open: 1 },
    nose: { wide: 15, long: 245 },
    mouth: { wide: 25, smile: 4, full: 11 },
    behind: shape(
      'M92 420C74 330 96 250 104 180C112 96 156 62 206 62C268 62 298 104 300 180C304 250 326 330 312 424C250 440 150 440 92 420Z',
      dim,
    ),
    dress:
      shape(
        'M32 500C40 426 106 394 158 376C168 420 190 446 200 452C212 446 234 420 244 376C296 394 360 426 368 500Z',
        '#274b3e',
      ) +
      shape('M158 376C168 420 190 446 200 452L196 468C170 452 146 420 142 384Z', '#3b6a58') +
      shape('M244 376C234 420 212 446 200 452L204 468C230 452 256 420 260 384Z', '#1b372d'),
    over:
      shape(
        'M122 262C104 200 112 70 214 68C286 70 300 150 292 216C288 250 290 300 306 350C318 392 306 420 290 426C280 390 276 330 276 270C276 210 258 160 226 110C206 140 152 158 138 196C128 226 126 246 122 262Z',
        hair,
      ) +
      shape(
        'M122 262C112 226 112 150 146 104C134 150 128 200 130 232C124 290 130 350 112 426C94 420 84 392 92 350C102 310 118 300 122 262Z',
        hair,
      ) +
      stroke('M224 92C254 116 276 160 280 214C282 270 286 330 296 380', dim, 4) +
      stroke('M214 84C178 92 146 124 134 172', soft, 5) +
      stroke('M204 98C176 112 152 138 144 168', soft, 3) +
      stroke('M106 330C100 352 98 380 104 402', soft, 4),
  };
}

/** A headscarf, wrapped closely, and a jacket. */
function leena(): Portrait {
  const [skin, scarf] = ['#a9704a', '#1d3cc0'];
  const [lit, dim, deep] = [
    mix(scarf, '#9db2ff', 0.35),
    mix(scarf, '#060d33', 0.35),
    mix(scarf, '#060d33', 0.58),
  ];
  return {
    ground: '#f0d9bd',
    skin,
    hair: scarf,
    lean: 2,
    temple: 73,
    jaw: 57,
    chin: 31,
    chinAt: 302,
    age: 0.3,
    ears: false,
    brow: { colour: '#2a1a12', thick: 7, arch: 5 },
    eyes: { colour: '#3a2416', lashes: true, open: 0.96 },
    nose: { wide: 18, long: 246 },
    mouth: { wide: 27, smile: 5, full: 10 },
    behind: shape('M100 400C84 280 84 60 202 54C318 60 318 280 302 400Z', deep),
    dress:
      shape('M14 500C22 420 92 392 142 378L260 378C312 392 378 420 386 500Z', '#2b2f3d') +
      shape('M14 500C22 420 92 392 138 380C132 424 150 470 160 500Z', '#3b4154') +
      shape('M138 380C124 392 116 410 116 430L152 446L146 500L164 500C158 460 146 420 138 380Z', '#4a5168') +
      shape('M264 380C278 392 286 410 286 430L250 446L256 500L240 500C246 460 256 420 264 380Z', '#22252f'),
    over:
      shape(
        'M202 56C120 58 92 140 100 232C106 300 120 360 150 396C190 436 226 430 256 392C286 356 298 300 302 232C308 140 284 58 202 56ZM200 94C250 94 270 130 272 186C272 240 250 306 200 306S128 240 128 186C130 130 150 94 200 94Z',
        scarf,
      ).replace('<path', '<path fill-rule="evenodd"') +
      shape(
        'M202 56C284 58 308 140 302 232C298 300 286 356 256 392C244 406 232 414 220 418C262 370 284 300 284 214C284 140 258 84 202 56Z',
        dim,
      ) +
      shape(
        'M128 250C136 286 160 312 200 314C236 312 262 288 270 250C276 300 262 340 232 366C200 350 150 320 128 250Z',
        dim,
      ) +
      shape('M120 272C140 330 196 350 240 400C224 426 186 428 158 402C132 376 122 320 120 272Z', lit) +
      stroke('M128 310C150 352 190 374 226 408', scarf, 4) +
      stroke('M124 130C134 92 166 74 200 72', lit, 5) +
      stroke('M278 150C286 200 282 270 262 320', deep, 3),
  };
}
