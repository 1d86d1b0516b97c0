/** Values that the widgets of a form share. They stay while the form changes to another class. */
import { createContext, useContext } from 'react';
import type { SettingOf } from '../../../schemas/access.ts';
import type { Row } from '../../../schemas/entity.ts';

export interface FormFacts {
  setting: SettingOf;
  /** The id; undefined for a new intervention. */
  id: number | undefined;
  memory: {
    /** Values filled in automatically, by field. */
    proposals: Row;
    /** The last proposed description. */
    proposed?: string;
    /** The assets that type and class were last proposed for. */
    typedFor?: number;
    classedFor?: number;
  };
}

const FormFactsContext = createContext<FormFacts | undefined>(undefined);

export const FormFactsProvider = FormFactsContext.Provider;

export function useFormFacts(): FormFacts {
  const facts = useContext(FormFactsContext);
  if (!facts) throw new Error('A field of an intervention is outside its form');
  return facts;
}
