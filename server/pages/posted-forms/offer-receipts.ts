import type { RequestHandler } from 'express';
import { callOf } from '../../bff/call.ts';
import { pageFormAt, pagePathOf } from './page-forms.ts';
import type { Receipts } from './receipts.ts';
import { acceptedForm } from './send-page-form.ts';

/** Lets the answer to a visitor's form contain the token of its receipt, so that the page can show the receipt. */
export function offerReceipts(receipts: Receipts): RequestHandler {
  return (_req, res, next) => {
    const call = callOf(res);
    const path = call.row && pagePathOf(call.row, call.params);
    const form = path === undefined ? undefined : pageFormAt(path);
    if (form) call.receiptOf = (data) => receipts.write(form.name, form.path, acceptedForm(data));
    next();
  };
}
