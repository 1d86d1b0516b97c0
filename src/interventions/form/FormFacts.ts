/** What the widgets of one form share, and keep while it is drawn anew for another class. */
import { createContext, useContext } from 'react';
import type { SettingOf } from '../../../schemas/access.ts';
import type { Row } from '../../../schemas/entity.ts';

export interface FormFacts {
  setting: SettingOf;
  /** Of a stored intervention. */
  id: number | undefined;
  memory: {
    /** What has been filled in for the person, by field. */
    proposals: Row;
    /** The description that was proposed last. */
    proposed?: string;
    /** The assets for which a type and a class have been proposed. */
    typedFor?: number;
    classedFor?: number;
  };
}

const FormFactsContext = createContext<FormFacts | undefined>(undefined);

export const FormFactsProvider = FormFactsContext.Provider;

export function useFormFacts(): FormFacts {
  const facts = useContext(FormFactsContext);
  if (!facts) throw new Error('A field of an intervention stands outside its form');
  return facts;
}
