/** The functions of other domains that mails about interventions need. */
import type { SettingOf } from '../../../schemas/access.ts';
import type { Definition } from '../../../schemas/custom-fields.ts';
import type { Entity } from '../../../schemas/entity.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';

export interface MailDependencies {
  schemas: Schemas;
  definitionsOf(entity: Entity): Definition[];
  /** Returns the condition that a user may see an organisation and a department. */
  sees(person: string, organisation: string, department: string): string;
  /** Interventions planned before this instant are late. */
  lateBounds(setting: SettingOf, now?: Date): { before: string; today: string };
  /** The address of this server for users; empty if unknown. */
  address(setting: SettingOf): string;
}
