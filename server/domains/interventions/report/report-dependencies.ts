/** The dependencies of job reports: schemas, file store, logo. */
import type { DocumentStores } from '../../../capabilities/documents/document-owner.ts';
import type { LogoSource } from '../../../capabilities/logo.ts';
import type { Context } from '../../../http/call.ts';
import type { Intervention } from '../reach/rights.ts';

/** The functions of state changes that reports need. */
export interface Passages {
  /** Throws if no report can be made of the state. */
  require(subject: Intervention, state: number, context: Context): Promise<void>;
  /** Turns a refusal into the message that a change of state would give. */
  withReasons(error: unknown): unknown;
}

export interface ReportParts extends DocumentStores {
  logo: LogoSource;
}

/** The dependencies for drawing a report, before it is stored. */
export type DrawnParts = Omit<ReportParts, 'seals'>;
