/** Assets for a test: a class without placement rules, a line with a machine, and a motor on the machine. */
import type { Row } from '../../../schemas/entity.ts';
import type { Api } from './api.ts';

let count = 0;

/** Returns a text that no other record contains. */
export const mark = (): string =>
  `${Date.now().toString(36).slice(-6)}${(++count).toString(36)}`.toUpperCase();

export interface Made {
  id: number;
  codice: string;
  descrizione: string;
}

export const nameOf = ({ codice, descrizione }: Made): string => `${codice} - ${descrizione}`;

export const newClass = async (api: Api, name = 'Libera'): Promise<Made> => {
  const codice = mark();
  const { id } = await api<Made>('POST', '/classe/', { codice, descrizione: `${name} ${codice}` });
  return { id, codice, descrizione: `${name} ${codice}` };
};

/** The demo plant requires a serial number for every asset. */
export async function newAsset(api: Api, classId: number, values: Row = {}): Promise<Made> {
  const codice = `T${mark()}`;
  const body = {
    codice,
    descrizione: 'Macchina di prova',
    id_classe: classId,
    id_organizzazione: 1,
    id_reparto: 1,
    campo_str1: 'SN-1',
    ...values,
  };
  return api<Made>('POST', '/oggetto/', body);
}

export interface Plant {
  kind: Made;
  line: Made;
  machine: Made;
  motor: Made;
}

/** Creates a line with a machine with a motor. */
export async function newPlant(api: Api, values: Row = {}): Promise<Plant> {
  const kind = await newClass(api);
  const line = await newAsset(api, kind.id, { descrizione: 'Linea di prova', ...values });
  const below = (parent: Made, descrizione: string) =>
    newAsset(api, kind.id, { descrizione, ...values, id_obj_padre: parent.id });
  const machine = await below(line, 'Pressa di prova');
  return { kind, line, machine, motor: await below(machine, 'Motore di prova') };
}
