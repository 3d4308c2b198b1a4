// Imported first: schemas are created while modules load.
import '../client/api/zod-without-eval.ts';
import '../client/ui/fonts.css';
import '../client/ui/tokens.css';
import '../client/ui/base.css';
import { createRoot } from 'react-dom/client';
import { GalleryPage } from './GalleryPage.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(<GalleryPage />);
