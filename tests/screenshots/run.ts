import { parseArgs } from 'node:util';
import { comparePictures } from './compare.ts';
import { takePictures } from './take.ts';
import { companyNames, takeCompanies } from './take-companies.ts';

// `npm run lab -- screenshots`: shows how a change affects the look of the product. Take pictures before and after
// the change, on the same day (dates of the sample content count from today), then compare them.
const usage = `npm run lab -- screenshots take FOLDER             pictures of every route into a folder
npm run lab -- screenshots compare BEFORE AFTER    which pictures of two folders differ, and where
npm run lab -- screenshots companies FOLDER [NAME…] pictures of the public pages of companies: ${companyNames.join(', ')}`;

const { positionals } = parseArgs({ allowPositionals: true });
const [command, ...folders] = positionals;
if (command === 'take' && folders.length === 1) {
  await takePictures(folders[0] as string);
} else if (command === 'compare' && folders.length === 2) {
  const differences = await comparePictures(folders[0] as string, folders[1] as string);
  console.log(differences.length > 0 ? differences.join('\n') : 'No picture differs.');
  process.exitCode = differences.length > 0 ? 1 : 0;
} else if (command === 'companies' && folders.length > 0) {
  const [folder = '', ...names] = folders;
  await takeCompanies(folder, names.length > 0 ? names : companyNames);
} else {
  console.error(usage);
  process.exitCode = 2;
}
