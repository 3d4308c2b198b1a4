/** A command name of the previous release and its replacement. The next release removes these names. */
interface EarlierName {
  /** The earlier npm script or file. */
  readonly before: string;
  /** The command that has replaced this script or file. */
  readonly now: string;
}

const studio = (name: string, command = name): EarlierName => ({
  before: `npm run ${name}`,
  now: `npm run studio -- ${command}`,
});
const generate = (name: string, now = name): EarlierName => ({
  before: `npm run ${name}`,
  now: `npm run generate -- ${now}`,
});
const lab = (name: string, now = name): EarlierName => ({
  before: `npm run ${name}`,
  now: `npm run lab -- ${now}`,
});

export const earlierNames: readonly EarlierName[] = [
  studio('doctor'),
  studio('admin'),
  studio('sample'),
  studio('redirects'),
  studio('media'),
  studio('database'),
  studio('export'),
  studio('import'),
  studio('backup'),
  studio('restore'),
  studio('convert', 'import convert'),
  studio('pull', 'import pull'),
  ...['convert', 'pull'].map((name) => ({
    before: `node scripts/${name}.ts`,
    now: `node scripts/studio.ts import ${name}`,
  })),
  { before: 'node scripts/NAME.ts (the other commands above)', now: 'node scripts/studio.ts NAME' },
  generate('contract-tables'),
  generate('archive-schema'),
  generate('host-schema'),
  generate('sbom'),
  generate('release:statements', 'release-statements'),
  { before: 'node scripts/draw-sample-artwork.ts', now: 'npm run generate -- artwork' },
  lab('fuzz'),
  lab('chaos'),
  lab('soak'),
  lab('screenshots'),
  lab('stub'),
  lab('test:engines', 'engines'),
  lab('test:hostile', 'hostile'),
  { before: 'npm run test:rest', now: 'npm test -- --rest' },
];

/** Returns the command that replaces `npm run <name>`; undefined if the name is not an earlier one. */
export function newFormOf(name: string): string | undefined {
  return earlierNames.find(({ before }) => before === `npm run ${name}`)?.now;
}
