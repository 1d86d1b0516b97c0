/** What mails about interventions stand on, and other areas know. */
import type { SettingOf } from '../../../schemas/access.ts';
import type { Definition } from '../../../schemas/custom-fields.ts';
import type { Entity } from '../../../schemas/entity.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';

export interface MailGround {
  schemas: Schemas;
  definitionsOf(entity: Entity): Definition[];
  /** SQL: this person sees what belongs to this organisation and department. */
  sees(person: string, organisation: string, department: string): string;
  /** What was planned before this is late. */
  lateMoments(setting: SettingOf, now?: Date): { before: string; today: string };
  /** Where people reach this server; empty when nobody knows. */
  address(setting: SettingOf): string;
}
