/** What job reports are made with: the schemas, the store of contents, the plant's logo. */
import type { Keeping } from '../../../capabilities/documents/shelf.ts';
import type { LogoSource } from '../../../capabilities/logo.ts';
import type { Context } from '../../../http/call.ts';
import type { Intervention } from '../reach/rights.ts';

/** Refuses a state of which no report is to be made. */
export type PassageOf = (subject: Intervention, state: number, context: Context) => Promise<void>;

export interface ReportParts extends Keeping {
  logo: LogoSource;
}

/** What a report is drawn with, before it is kept. */
export type DrawnParts = Omit<ReportParts, 'seals'>;
