/** The message of an empty list: the entity's own (x-empty), a hint on adding rows, or the users who may add them. */
import { useTranslate } from 'react-admin';
import type { Access } from '../../schemas/access.ts';
import type { Entity } from '../../schemas/entity.ts';
import { useLanguage } from '../context/application.tsx';

/** Returns which users may add rows, for users who may not. Returns nobody if only the server adds rows. */
export function addersOf({
  access,
  calls,
}: Pick<Entity, 'access' | 'calls'>): 'admin' | 'super_admin' | 'nobody' {
  const { create }: { create: Access } = access;
  if (!calls.includes('create') || !Array.isArray(create)) return 'nobody';
  const may = (family: string): boolean => create.some(({ role }) => role === family);
  if (may('SUPER')) return 'admin';
  return may('SUADMIN') ? 'super_admin' : 'nobody';
}

const HINTS = { admin: 'empty_hint_admin', super_admin: 'empty_hint_super_admin', nobody: 'empty_hint_read' };

export function useEmptyHint(): (entity: Entity, adds: boolean, name?: string) => string {
  const translate = useTranslate();
  const language = useLanguage();
  return (entity, adds, name = entity.titles[language]) => {
    if (entity.empty) return entity.empty[language];
    const hint = adds ? 'empty_hint' : HINTS[addersOf(entity)];
    return translate(`officina.list.${hint}`, { name });
  };
}
