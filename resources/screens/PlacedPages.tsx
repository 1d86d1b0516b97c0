/** The pages of new rows of a tree: at the root, or below another row, which the user chooses or the address names. */

import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { having } from '../../schemas/catalogue.ts';
import type { Entity } from '../../schemas/entity.ts';
import { numberOf } from '../../schemas/values.ts';
import { useLanguage } from '../context/application.tsx';
import { addressOf } from '../context/routes.ts';
import { FormSkeleton } from '../form/FormSkeleton.tsx';
import { startOf, withFields } from '../form/record.ts';
import { useGiven } from '../form/useGiven.ts';
import { WhereExists } from '../form/WhereExists.tsx';
import { CreatePage } from './CreatePage.tsx';

const atTheTop = (entity: Entity): Entity =>
  withFields(entity, ({ name }) =>
    name === having(entity, 'hierarchy').hierarchy.parent ? { hidden: true } : undefined,
  );

const belowAnother = (entity: Entity): Entity =>
  withFields(entity, ({ name }) =>
    name === having(entity, 'hierarchy').hierarchy.parent ? { required: true } : undefined,
  );

/** Returns the names of a row at the root and of a row below another. */
function usePlaceNames({ hierarchy, title }: Entity): { top: string; below: string } {
  const translate = useTranslate();
  const language = useLanguage();
  const name = title[language];
  return {
    top: hierarchy?.top?.[language] ?? translate('officina.hierarchy.top', { name }),
    below: hierarchy?.below?.[language] ?? translate('officina.hierarchy.below', { name }),
  };
}

export function PlacedPage({ entity }: { entity: Entity }) {
  const translate = useTranslate();
  const names = usePlaceNames(entity);
  const [place, setPlace] = useState<'top' | 'below'>('top');
  const placed = useMemo(() => (place === 'top' ? atTheTop : belowAnother)(entity), [entity, place]);
  return (
    <CreatePage entity={placed}>
      <Tabs
        value={place}
        onChange={(_event, next) => setPlace(next)}
        aria-label={translate('officina.hierarchy.place')}
        sx={{ mb: 2, borderBottom: '1px solid', borderColor: 'divider' }}
      >
        {(['top', 'below'] as const).map((option) => (
          <Tab key={option} value={option} label={names[option]} />
        ))}
      </Tabs>
    </CreatePage>
  );
}

export function ChildPage({ entity }: { entity: Entity }) {
  const { below } = usePlaceNames(entity);
  const given = useGiven(entity);
  const placed = useMemo(() => belowAnother(entity), [entity]);
  const start = useMemo(() => given && startOf(entity, given), [entity, given]);
  if (!start) return <FormSkeleton />;
  const parent = numberOf(start[having(entity, 'hierarchy').hierarchy.parent]);
  return (
    <WhereExists entity={entity} id={parent}>
      <CreatePage
        key={parent}
        entity={placed}
        start={start}
        name={below}
        back={parent && entity.routes.detail ? addressOf(entity.routes.detail, parent) : undefined}
      />
    </WhereExists>
  );
}
