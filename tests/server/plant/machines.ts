/** A plant with an entity of its own: machines, which belong to an organisation and a department. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import { type Plant, plant } from './plant.ts';

const reference = (title: string, resource: string) => ({
  type: 'integer',
  title,
  'x-title': { it: title },
  'x-ref': resource,
  'x-ref-text': resource,
});
const everyRole = ['SUADMIN', 'SUPER', 'RESP', 'RIFTEC'].map((role) => ({ role }));

interface Machines {
  demo: Plant;
  ids: Record<string, number>;
  close(): Promise<void>;
}

export interface Machine extends Row {
  codice: string;
  organisation: string;
  department: string;
}

/** Opens the plant; `words` and `properties` are added to the entity. */
export async function machinePlant(words: Row, properties: object, machines: Machine[]): Promise<Machines> {
  const folder = mkdtempSync(join(tmpdir(), 'officina-schemas-'));
  const entity = {
    title: 'Machine',
    type: 'object',
    required: ['codice', 'id_organizzazione', 'id_reparto'],
    'x-title': { it: 'Macchina', its: 'Macchine', ens: 'Machines' },
    'x-resource': 'macchina',
    'x-display': '{codice}',
    'x-sort': ['codice', 'ASC'],
    'x-scope': { id_organizzazione: 'organizzazione', id_reparto: 'reparto' },
    'x-access': { read: everyRole, write: everyRole },
    ...words,
    properties: {
      codice: { type: 'string', title: 'Code', 'x-title': { it: 'Codice' }, maxLength: 20 },
      ...properties,
      id_organizzazione: reference('Organisation', 'organizzazione'),
      id_reparto: reference('Department', 'reparto'),
    },
  };
  writeFileSync(join(folder, 'machine.json'), JSON.stringify(entity));
  const demo = await plant([folder]);
  const admin = await demo.as('SUADMIN');
  const ids: Record<string, number> = {};
  for (const { organisation, department, ...machine } of machines) {
    const answer = await admin.post('/macchina/', {
      ...machine,
      id_organizzazione: await demo.idOf('organizzazione', { codice: organisation }),
      id_reparto: await demo.idOf('reparto', { codice: department }),
    });
    expect(answer.status, answer.description).toBe(200);
    ids[machine.codice] = answer.data.id;
  }
  return {
    demo,
    ids,
    async close() {
      await demo.close();
      rmSync(folder, { recursive: true });
    },
  };
}
