/** Who signs a job report, as the plant has it. Pure. */
import type { SettingOf } from '../../../../schemas/access.ts';

export const SIGNERS = ['tecnico', 'segnalatore'] as const;
export type Signer = (typeof SIGNERS)[number];

const SETTINGS: Record<Signer, string> = {
  tecnico: 'RappFirmaTecnico',
  segnalatore: 'RappFirmaSegnalatore',
};
const NOT_ASKED = '0';
const NEEDED = '2';

/** Whose signatures the plant asks for, or takes. */
export const signersAsked = (setting: SettingOf): Signer[] =>
  SIGNERS.filter((signer) => setting(SETTINGS[signer]) !== NOT_ASKED);

/** Without whose signature there is no report. */
export const signersNeeded = (setting: SettingOf): Signer[] =>
  SIGNERS.filter((signer) => setting(SETTINGS[signer]) === NEEDED);
