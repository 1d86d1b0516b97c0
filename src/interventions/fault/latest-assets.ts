/** The order of the assets on which a user reported or worked. Has no side effects. */
import type { RowOf } from '../../../schemas/types.ts';

type Work = Pick<RowOf<'odl'>, 'id_oggetto' | 'data_ultima_mod_view'>;

/** Returns the ids of the assets, each once. The asset whose intervention changed last comes first. */
export function latestAssets(works: Work[], most: number): number[] {
  const latestFirst = works.toSorted((one, other) =>
    String(other.data_ultima_mod_view ?? '').localeCompare(String(one.data_ultima_mod_view ?? '')),
  );
  return [...new Set(latestFirst.map(({ id_oggetto }) => id_oggetto))].slice(0, most);
}
