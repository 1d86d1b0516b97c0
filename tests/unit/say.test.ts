/** The reason of a refused call, where no field is next to the message. */
import { describe, expect, it } from 'vitest';
import { CallError } from '../../dataProvider/http.ts';
import { faultsOf } from '../../resources/feedback/toasts.ts';
import type { Entity } from '../../schemas/entity.ts';

const entity = {
  field: (name: string) =>
    name === 'id_tecnico' ? { title: { it: 'Riferimento tecnico', en: 'Technician' } } : undefined,
} as unknown as Entity;
const refused = (description: string, errors?: Record<string, string>) =>
  new CallError(422, -1, { result: -1, description, data: null, errors });

describe('the faults of a refusal', () => {
  it.each([
    ['the reason alone', refused('Il tecnico è occupato.'), 'Il tecnico è occupato.'],
    [
      'each field by its title, where the reason says none',
      refused('Alcuni campi non sono validi.', { id_tecnico: 'Obbligatorio', altro: 'Troppo lungo' }),
      'Riferimento tecnico: Obbligatorio. altro: Troppo lungo',
    ],
    [
      'nothing twice',
      refused('Non si può: serve il tecnico', { id_tecnico: 'serve il tecnico' }),
      'Non si può: serve il tecnico',
    ],
    [
      'the general sentence, where the server said nothing',
      new TypeError('Failed to fetch'),
      'Si è verificato un errore. Riprovare più tardi.',
    ],
  ])('are %s', (_name, error, expected) => {
    expect(faultsOf(error, entity, 'it')).toBe(expected);
  });
});
