import type { Readable, Writable } from 'node:stream';
import type { Request, Response } from 'express';
import multer from 'multer';
import { AppError } from '../errors.ts';
import { storageFullError } from '../process/data-dir.ts';
import { refuseForm } from './form-rules.ts';

/** The parser's data about a part, as sent and not yet checked. */
export interface PartHead {
  name: string | undefined;
  /** Content-Transfer-Encoding in lower case; 7bit if the part has no such header. */
  encoding: string;
}

/**
 * The functions that the parser calls, in the order of the parts in the body. An error that any of them throws ends
 * the parsing immediately.
 */
export interface FormHandlers {
  /** Called for each raw chunk before it is parsed. */
  chunk(bytes: Buffer): void;
  text(head: PartHead, value: string | undefined, truncated: boolean): void;
  /** Called for a file with a name; returns the function that stores its bytes. */
  file(head: PartHead, fileName: string): (stream: Readable) => Promise<void>;
  /**
   * Called at the beginning of a file part without a name, which multer would skip silently. Returns a callback for
   * the end of the part. Its argument `empty` is true if the part has no bytes; it returns the error with which the
   * form is refused, or undefined.
   */
  namelessFile(head: PartHead): (empty: boolean) => Error | undefined;
}

export type FormLimits = NonNullable<multer.Options['limits']>;

/**
 * Called with the function `end`, which ends the reading with a refusal. The watcher calls `end` if it wants to
 * refuse the form, for example because the body arrives too slowly.
 */
export type WatchReading = (end: (refusal: AppError) => void) => void;

/**
 * Returns why a request is not a readable form, by its headers alone: 415 for another type or a compressed body, 400
 * without a usable boundary. Undefined for a form as browsers post it.
 */
export function refusalOfHeaders({ headers }: Pick<Request, 'headers'>) {
  const type = headers['content-type'] ?? '';
  const isForm = type.split(';', 1)[0]?.trim().toLowerCase() === 'multipart/form-data';
  if (!isForm || isEncoded(headers['content-encoding'])) return new AppError('upload.multipartRequired', 415);
  return validBoundary.test(type) ? undefined : refuseForm('no usable boundary');
}

/**
 * True for a compressed body. Such a body would pass every size check as a small one; none of our pages sends one.
 */
export function isEncoded(encoding: string | undefined) {
  return encoding !== undefined && encoding.trim().toLowerCase() !== 'identity';
}

/** Matches a boundary by RFC 2046 §5.1.1: 1 to 70 characters of a small set, the last of which is not a space. */
const validBoundary =
  /;\s*boundary=(?:"[\w'()+,\-./:=? ]{0,69}[\w'()+,\-./:=?]"|[\w'+\-.^`|~!#$%&*]{1,70})\s*(?:;|$)/i;

/** As of 2.5 multer lets us feed the parser; its types do not say so yet. */
interface FeedingOptions extends multer.Options {
  streamHandler(req: Request, parser: Writable): void;
}

/** multer asks for a response like every middleware, and has no use for it. */
const noResponse = {} as Response;

/**
 * Runs multer over a request. It settles as soon as something is refused, while multer itself waits for the end of the
 * body: what still comes is thrown away. Rejects with an AppError, or with an error that is not the sender's doing.
 */
export function parseForm(
  req: Request,
  limits: FormLimits,
  handlers: FormHandlers,
  watch: WatchReading = () => {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    let over = false;
    let stop = (_error: Error) => {};
    const refuse = (problem: unknown) => {
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
        // Does nothing: the form's folder owns the files, and is deleted as a whole.
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
        watch(refuse);
        req.on('data', onChunk);
        req.pipe(parser);
      },
    };

    multer(options).any()(req, noResponse, (error: unknown) => {
      // Removes multer's own copies, since the handlers have the accepted parts. `files` is emptied and not removed,
      // since multer may still read it when a file ends late.
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

/** Matches busboy's messages about a malformed form; its errors have no code. */
const malformed =
  /^(Malformed |Unexpected end of |Multipart: |Unsupported content type|Missing Content-Type)/;
/** Matches messages of multer and Node when the sender disconnects. */
const aborted = /^(Request (aborted|closed|error)|aborted|Premature close)$/;

/**
 * Converts an error of the parser to an AppError with a suitable status, which the parser's error does not have. An
 * error that the sender did not cause is returned unchanged, and becomes a logged 500.
 */
function asRefusal(error: unknown) {
  if (error instanceof AppError) return error;
  // Our own limits, which have their own error texts, are checked before multer's. A form that nevertheless exceeds a
  // limit of multer cannot come from our pages.
  if (error instanceof multer.MulterError) return refuseForm(error);
  const { message = '', code } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  if (malformed.test(message)) return refuseForm(error);
  if (aborted.test(message) || code === 'ECONNRESET')
    return new AppError('request.aborted', 400, { cause: error });
  return storageFullError(error, 'upload.noSpace') ?? error;
}
