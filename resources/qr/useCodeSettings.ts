/**
 * The current settings of codes. They are read each time, so that a user who has changed a setting sees its effect.
 */
import { useQuery } from '@tanstack/react-query';
import type { SettingOf } from '../../schemas/access.ts';
import { settingsOfCodes } from '../../schemas/qr/code.ts';
import { useApplication } from '../context/application.tsx';

export function useCodeSettings(): { setting: SettingOf | undefined; error: Error | null } {
  const { entities, askSettings } = useApplication();
  const { data, error } = useQuery({
    queryKey: ['settings', 'of codes'],
    queryFn: async () => {
      const setting = await askSettings(settingsOfCodes(entities));
      return { setting };
    },
    gcTime: 0,
  });
  return { setting: data?.setting, error };
}
