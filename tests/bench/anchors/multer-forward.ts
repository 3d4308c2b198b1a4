import { openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import express from 'express';
import multer from 'multer';
import { FormData, fetch } from 'undici';
import { serve } from './listen.ts';

/**
 * Express with multer: writes files to disk, then builds the form anew for the host. `node multer-forward.ts
 * UPSTREAM`.
 */
const upstream = process.argv[2] ?? '';
const app = express();

app.post(/.*/, multer({ dest: tmpdir() }).any(), async (req, res) => {
  const files = Array.isArray(req.files) ? req.files : [];
  try {
    const form = new FormData();
    for (const [name, value] of Object.entries(req.body)) form.append(name, String(value));
    for (const file of files) {
      form.append(file.fieldname, await openAsBlob(file.path, { type: file.mimetype }), file.originalname);
    }
    const answer = await fetch(upstream + req.originalUrl, { method: 'POST', body: form });
    res
      .status(answer.status)
      .type('json')
      .send(await answer.text());
  } finally {
    await Promise.all(files.map((file) => rm(file.path)));
  }
});
serve(app);
