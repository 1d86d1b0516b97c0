/** Lists all screens. */
import type { Page } from 'playwright-core';
import { addressOf, listAddress } from '../../../resources/context/routes.ts';
import { allows, FAMILIES, type Family } from '../../../schemas/access.ts';
import type { Entity, Row } from '../../../schemas/entity.ts';
import { readSchemas } from '../../../schemas/read-schemas.ts';
import type { Api } from '../data/api.ts';

export const { entities } = readSchemas();

/** Waits until nothing loads or moves. */
export const still = (page: Page) =>
  page.waitForFunction(
    () =>
      !document.querySelector('[aria-busy="true"], .MuiSkeleton-root, .MuiLinearProgress-root') &&
      document.getAnimations().every((animation) => animation.playState !== 'running'),
  );

/** Waits for the heading too. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await still(page);
}

const OWN: [string, Family[]][] = [
  ['/home', [...FAMILIES]],
  ['/account', [...FAMILIES]],
  ['/calendario', [...FAMILIES]],
  ['/info', ['SUADMIN', 'SUPER']],
  ['/history', ['SUADMIN', 'SUPER']],
  ['/mtbf-mttr', ['SUADMIN', 'SUPER', 'RIFTEC']],
  ['/api-description', ['SUADMIN']],
];

async function addressesOf(entity: Entity, family: Family, api: Api): Promise<string[]> {
  const may = (access: Entity['access']['read']): boolean => allows(access, { family }, () => '1');
  const { form, detail } = entity.routes;
  const list = listAddress(entity, entities);
  const isOpened = (form?.includes('/:') || detail) && may(entity.access.read) && may(entity.access.list);
  const [row] = isOpened ? await api<Row[]>('GET', `/${entity.resource}/?pag=1`) : [];
  return [
    ...(list && may(entity.access.read) ? [list] : []),
    ...(form && entity.calls.includes('create') && may(entity.access.write) ? [addressOf(form)] : []),
    ...[form?.includes('/:') && form, detail].flatMap((one) =>
      one && row ? [addressOf(one, row[entity.id] as number)] : [],
    ),
  ];
}

/**
 * Returns the pages a family can open: own pages, and for every entity the list, an empty form, form and page of its
 * first row.
 */
export const screensFor = async (family: Family, api: Api, of = entities): Promise<string[]> => {
  const own = OWN.filter(([, families]) => families.includes(family)).map(([address]) => address);
  const listed = of.filter((entity) => entity.routes.list);
  const generic: string[] = [];
  for (const entity of listed) generic.push(...(await addressesOf(entity, family, api)));
  return [...own, ...generic];
};
