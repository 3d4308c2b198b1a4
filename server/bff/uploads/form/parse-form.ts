import type { Readable, Writable } from 'node:stream';
import type { Request, Response } from 'express';
import multer from 'multer';
import { holdToPace, type Pace } from '../body.ts';
import { asRefusal } from './parser-errors.ts';

/** What the parser says of a part. Names are as sent; everything is to be judged. */
export interface PartHead {
  name: string | undefined;
  /** Content-Transfer-Encoding, lower case; 7bit when the part has none. */
  encoding: string;
}

/** Called in the order of the body. Whatever one of them throws ends the parsing at once. */
export interface FormHandlers {
  /** Each raw chunk, before it is parsed. */
  chunk(bytes: Buffer): void;
  text(head: PartHead, value: string | undefined, truncated: boolean): void;
  /** A file with a name; gives what stores its bytes. */
  file(head: PartHead, fileName: string): (stream: Readable) => Promise<void>;
  /**
   * A file without a name, which multer would skip without a word; gives the refusal, if it is one, by whether it holds
   * anything.
   */
  namelessFile(head: PartHead): (empty: boolean) => Error | undefined;
}

export type FormLimits = NonNullable<multer.Options['limits']>;

/** As of 2.5 multer lets us feed the parser; its types do not say so yet. */
interface FeedingOptions extends multer.Options {
  streamHandler(req: Request, parser: Writable): void;
}

/**
 * Runs multer over a request. It settles as soon as something is refused, while multer itself waits for the end of the
 * body: what still comes is thrown away. Rejects with an AppError, or with an error that is not the sender's doing.
 */
export function parseForm(
  req: Request,
  res: Response,
  limits: FormLimits,
  pace: Pace,
  handlers: FormHandlers,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let over = false;
    let stop = (_error: Error): void => {};
    const refuse = (problem: unknown): Error => {
      const error = asRefusal(problem) as Error;
      if (!over) {
        over = true;
        stop(error);
        reject(error);
      }
      return error;
    };
    /** After a refusal the parser still reports the rest of the chunk that it holds. */
    const judge = (work: () => void) => {
      if (over) return;
      try {
        work();
      } catch (error) {
        refuse(error);
      }
    };

    let store: ((stream: Readable) => Promise<void>) | undefined;
    const options: FeedingOptions = {
      limits,
      defParamCharset: 'utf8',
      fileFilter(_req, file, done) {
        store = undefined;
        judge(() => {
          store = handlers.file({ name: file.fieldname, encoding: file.encoding }, file.originalname);
        });
        if (store) done(null, true);
        else done(new Error('refused'));
      },
      storage: {
        // Called by multer within the filter's `done`, so `store` is this file's.
        _handleFile(_req, file, done) {
          if (!store) return done(new Error('refused'));
          store(file.stream)
            .then(
              () => done(null, {}),
              (error: unknown) => done(refuse(error)),
            )
            .catch(refuse);
        },
        // The request's folder owns the files, and goes as a whole.
        _removeFile: (_req, _file, done) => done(null),
      },
      streamHandler(_req, parser) {
        const onChunk = (chunk: Buffer) => judge(() => handlers.chunk(chunk));
        stop = (error) => {
          req.off('data', onChunk);
          req.unpipe(parser);
          parser.destroy(error);
          req.resume();
        };
        parser.prependListener('field', (name, value, info) =>
          judge(() => handlers.text({ name, encoding: info.encoding }, value, info.valueTruncated)),
        );
        parser.prependListener('file', (name, stream: Readable, info) => {
          if (info.filename) return;
          judge(() => {
            const refusalOf = handlers.namelessFile({ name, encoding: info.encoding });
            const end = (empty: boolean) => {
              const refusal = refusalOf(empty);
              if (refusal) refuse(refusal);
            };
            stream.once('data', () => end(false));
            stream.once('end', () => end(true));
          });
        });
        holdToPace(req, res, pace, refuse);
        req.on('data', onChunk);
        req.pipe(parser);
      },
    };

    multer(options).any()(req, res, (error: unknown) => {
      // multer's own copies; the handlers have what counts. It may still look into the list when a file ends late.
      req.body = undefined;
      req.files = [];
      if (error) {
        refuse(error);
      } else if (!over) {
        over = true;
        resolve();
      }
    });
  });
}
