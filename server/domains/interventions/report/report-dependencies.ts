/** What job reports are made with: the schemas, the store of contents, the plant's logo. */
import type { Keeping } from '../../../capabilities/documents/document-owner.ts';
import type { LogoSource } from '../../../capabilities/logo.ts';
import type { Context } from '../../../http/call.ts';
import type { Intervention } from '../reach/rights.ts';

/** What changes of state are to the reports that are made for them. */
export interface Passages {
  /** Refuses a state of which no report is to be made. */
  require(subject: Intervention, state: number, context: Context): Promise<void>;
  /** Why a change was refused, as who changes it is told. */
  inWords(error: unknown): unknown;
}

export interface ReportParts extends Keeping {
  logo: LogoSource;
}

/** What a report is drawn with, before it is kept. */
export type DrawnParts = Omit<ReportParts, 'seals'>;
