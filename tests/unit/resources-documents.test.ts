import { describe, expect, it } from 'vitest';
import { fillRoute, parametersOf } from '../../resources/context/routes.ts';
import { documentValues, errorsIn, isUnchanged } from '../../resources/documents/draft.ts';
import { guessedMime, refusalOf, sizeText } from '../../resources/files/file-facts.ts';
import { todayIn } from '../../resources/format/plant-time.ts';
import { FormFiles, fileChanges, missingFiles, WAITING } from '../../resources/widgets/form-files.ts';
import { customised } from '../../schemas/custom-fields.ts';
import type { Entity } from '../../schemas/entity.ts';
import { readSchemas } from '../../schemas/read-schemas.ts';

const { entities, byName } = readSchemas();
const documents = byName.get(entities.find((entity) => entity.documents)!.documents!.entity)!;

describe('addresses of several parameters', () => {
  const ROUTE = '/carica/:idOggetto?/:cartella?';
  it('are filled in order, as far as there are values', () => {
    expect(parametersOf(ROUTE)).toEqual(['idOggetto', 'cartella']);
    expect(fillRoute(ROUTE, [])).toBe('/carica');
    expect(fillRoute(ROUTE, [7])).toBe('/carica/7');
    expect(fillRoute(ROUTE, [7, 3])).toBe('/carica/7/3');
    expect(fillRoute(ROUTE, [undefined, 3])).toBe('/carica');
    expect(fillRoute('/cambia/:a/:b', ['x y', '/'])).toBe('/cambia/x%20y/%2F');
  });
});

describe('the values of a document', () => {
  const draft = { folder: 2, description: '', day: '2026-03-29', cover: false };
  const complaints = (changes: Partial<typeof draft> | { folder: undefined } | { day: undefined }) =>
    errorsIn({ ...draft, ...changes }, documents, '2026-03-29', 'it');
  it("require a folder and a date not after today, in the plant's time zone", () => {
    expect(complaints({})).toEqual({});
    expect(complaints({ folder: undefined })).toEqual({ id_cartella: 'Questo campo è obbligatorio' });
    expect(complaints({ day: undefined })).toEqual({ data_validita: 'Questo campo è obbligatorio' });
    expect(complaints({ day: '?' })).toHaveProperty('data_validita');
    expect(complaints({ day: '2026-03-30' })).toEqual({
      data_validita: 'La data non può essere successiva a oggi',
    });
    expect(complaints({ description: 'x'.repeat(201) })).toEqual({ descrizione: 'Valore troppo lungo' });
    const timestamp = new Date('2026-03-28T23:30:00Z');
    expect(todayIn('Europe/Rome', timestamp)).toBe('2026-03-29');
    expect(todayIn('America/New_York', timestamp)).toBe('2026-03-28');
  });
  it('are sent by the names of the calls; the cover only where one is allowed', () => {
    const wire = { idCartella: 2, descrizione: null, data_validita: '2026-03-29' };
    expect(documentValues(draft, false)).toEqual(wire);
    expect(documentValues({ ...draft, cover: true }, true)).toEqual({ ...wire, is_immagine_copertina: 1 });
    const stored = {
      id_cartella: 2,
      descrizione: null,
      data_validita: '2026-03-29',
      is_immagine_copertina: 0,
    };
    expect(isUnchanged(stored as never, draft)).toBe(true);
    expect(isUnchanged(stored as never, { ...draft, description: 'Targa' })).toBe(false);
  });
});

describe('a file before it is sent', () => {
  const file = (name: string, type: string, size = 3) => new File([new Uint8Array(size)], name, { type });
  it('is refused by its type, its size, or for being empty', () => {
    expect(refusalOf(file('a.pdf', 'application/pdf'))).toBeUndefined();
    expect(refusalOf(file('IMG_1.HEIC', ''))).toBeUndefined();
    expect(guessedMime(file('IMG_1.HEIC', ''))).toBe('image/heic');
    expect(refusalOf(file('a.svg', 'image/svg+xml'))?.key).toBe('officina.validation.fileTypeNotAllowed');
    expect(refusalOf(file('a.pdf', 'application/pdf', 0))?.key).toBe('officina.documents.refused_empty');
    expect(refusalOf(file('a.pdf', 'application/pdf', 25 * 1024 * 1024))).toBeUndefined();
    expect(refusalOf(file('a.pdf', 'application/pdf', 25 * 1024 * 1024 + 1))?.key).toBe(
      'officina.documents.refused_size',
    );
  });
  it('has a readable size', () => {
    expect(sizeText(820, 'it')).toBe('820 B');
    expect(sizeText(1536, 'it')).toBe('2 kB');
    expect(sizeText(1_468_006, 'it')).toBe('1,4 MB');
    expect(sizeText(1_468_006, 'en')).toBe('1.4 MB');
  });
});

describe('files among the fields of a form', () => {
  const definition = (column: string, obbligatorio: number, editabile = 1) => ({
    id: 1,
    id_classe: -1,
    campo_tabella: column,
    label: column,
    visibile: 1,
    editabile,
    obbligatorio,
    ordine: 0,
  });
  const owner = entities.find((entity) => entity.customFields)!;
  const shape: Entity = customised(
    owner,
    [definition('campo_file1', 1), definition('campo_file2', 0), definition('campo_file3', 1, 0)],
    { family: 'SUPER' },
  );
  it('are missing if they are required and can be uploaded [custom-file-required]', () => {
    const names = (typed: object) => missingFiles(shape, { ...typed }).map(({ name }) => name);
    expect(names({})).toEqual(['campo_file1']);
    expect(names({ campo_file1: WAITING })).toEqual([]);
    expect(names({ campo_file1: 12 })).toEqual([]);
  });
  it('are sent and removed by comparing the choice with the stored file [custom-file-calls]', () => {
    const files = new FormFiles();
    const chosen = new File(['x'], 'a.txt');
    files.choose('campo_file1', chosen);
    const changes = (typed: object, stored?: object) =>
      fileChanges(shape, { ...typed }, stored && { ...stored }, files).map(({ field, file }) => [
        field.name,
        file,
      ]);
    expect(changes({ campo_file1: WAITING })).toEqual([['campo_file1', chosen]]);
    expect(changes({ campo_file1: 5 }, { campo_file1: 5 })).toEqual([]);
    expect(changes({ campo_file1: 5 }, { campo_file1: 5, campo_file2: 6 })).toEqual([
      ['campo_file2', undefined],
    ]);
    // Values of another class stay, because their fields are not in the form.
    expect(changes({ campo_file1: 5 }, { campo_file1: 5, campo_file4: 6 })).toEqual([]);
  });
});
