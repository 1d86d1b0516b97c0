/** Lists that share tabs (x-tabs). Each has its own address. */
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { Link } from 'react-router';
import type { Entity } from '../../schemas/entity.ts';
import { useApplication, useLanguage } from '../context/application.tsx';
import { listAddress, tabsOf } from '../context/routes.ts';

export function EntityTabs({ entity }: { entity: Entity }) {
  const { entities, may } = useApplication();
  const language = useLanguage();
  const tabs = tabsOf(entity, entities).filter((other) => may(other.access.read) || may(other.access.list));
  if (tabs.length < 2) return null;
  return (
    <Tabs value={entity.name} component="nav" sx={{ mb: 1.5 }} variant="scrollable" scrollButtons={false}>
      {tabs.map((other) => (
        <Tab
          key={other.name}
          value={other.name}
          label={other.titles[language]}
          component={Link}
          to={listAddress(other, entities) ?? '.'}
          aria-current={other === entity ? 'page' : undefined}
        />
      ))}
    </Tabs>
  );
}
