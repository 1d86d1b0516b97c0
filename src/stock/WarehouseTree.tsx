/**
 * Warehouses grouped by organisation, next to the parts. A click filters the list. A right click or the row's menu
 * opens pages.
 */

import MoreVertIcon from '@mui/icons-material/MoreVert';
import WarehouseIcon from '@mui/icons-material/WarehouseOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Paper from '@mui/material/Paper';
import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { useListContext, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import { call } from '../../dataProvider/http.ts';
import { useApplication, useLanguage } from '../../resources/context/application.tsx';
import { Failure } from '../../resources/feedback/Failure.tsx';
import { rightsOf } from '../../resources/list/ListData.ts';
import { displayOf, type Entity } from '../../schemas/entity.ts';
import type { RowOf } from '../../schemas/types.ts';

const FILTER = 'magazzino';

const useWarehouses = () =>
  useQuery({
    queryKey: ['magazzino', 'tree'],
    queryFn: async () => (await call<RowOf<'magazzino'>[]>('/magazzino/', { query: { pag: -1 } })).data,
  });

/** Groups by organisation and keeps the order. */
function grouped(rows: RowOf<'magazzino'>[]): [string, RowOf<'magazzino'>[]][] {
  const groups = new Map<string, RowOf<'magazzino'>[]>();
  for (const row of rows) {
    const name = String(row.organizzazione ?? '');
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  return [...groups];
}

interface OpenMenu {
  row: RowOf<'magazzino'>;
  place: { top: number; left: number };
}

export function WarehouseTree() {
  const translate = useTranslate();
  const language = useLanguage();
  const entity = useApplication().byName.entity('warehouse');
  const { data = [], error, refetch } = useWarehouses();
  const { filterValues, setFilters } = useListContext();
  const [menu, setMenu] = useState<OpenMenu>();
  const chosen = Number(filterValues[FILTER]);
  const choose = (id: number | undefined) => {
    const { [FILTER]: _before, ...rest } = filterValues;
    setFilters(id === undefined || id === chosen ? rest : { ...rest, [FILTER]: id });
  };
  const openMenu = (event: MouseEvent, row: RowOf<'magazzino'>) => {
    event.preventDefault();
    event.stopPropagation();
    setMenu({ row, place: { top: event.clientY, left: event.clientX } });
  };
  return (
    <Paper
      variant="outlined"
      component="aside"
      aria-label={entity.titles[language]}
      sx={{
        width: { xs: '100%', md: 260 },
        maxHeight: { xs: 180, md: 'none' },
        flexShrink: 0,
        overflow: 'auto',
      }}
    >
      <List dense disablePadding>
        <ListItem disablePadding>
          <ListItemButton selected={!filterValues[FILTER]} onClick={() => choose(undefined)}>
            <ListItemText primary={translate('officina.stock.all_warehouses')} />
          </ListItemButton>
        </ListItem>
        {grouped(data).map(([organisation, rows]) => (
          <OrganisationGroup key={organisation} name={organisation}>
            {rows.map((row) => (
              <WarehouseItem
                key={String(row.id)}
                name={displayOf(entity, row)}
                selected={row.id === chosen}
                onChoose={() => choose(row.id)}
                onMenu={(event) => openMenu(event, row)}
              />
            ))}
          </OrganisationGroup>
        ))}
      </List>
      {error && data.length === 0 && (
        <Box sx={{ px: 1 }}>
          <Failure error={error} onRetry={refetch} />
        </Box>
      )}
      {menu && <WarehouseMenu entity={entity} menu={menu} onClose={() => setMenu(undefined)} />}
    </Paper>
  );
}

/** The warehouses of one organisation, below its name. */
function OrganisationGroup({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Box component="li">
      <List dense disablePadding aria-label={name}>
        <ListSubheader disableSticky sx={{ lineHeight: '28px', bgcolor: 'transparent' }}>
          {name}
        </ListSubheader>
        {children}
      </List>
    </Box>
  );
}

interface WarehouseItemProps {
  name: string;
  selected: boolean;
  onChoose(): void;
  onMenu(event: MouseEvent): void;
}

function WarehouseItem({ name, selected, onChoose, onMenu }: WarehouseItemProps) {
  const translate = useTranslate();
  return (
    <ListItem
      disablePadding
      secondaryAction={
        <IconButton
          size="small"
          edge="end"
          aria-haspopup="menu"
          aria-label={translate('officina.list.act_on', { action: translate('officina.stock.menu'), name })}
          onClick={onMenu}
        >
          <MoreVertIcon fontSize="small" />
        </IconButton>
      }
    >
      <ListItemButton selected={selected} onClick={onChoose} onContextMenu={onMenu}>
        <ListItemIcon sx={{ minWidth: 32 }}>
          <WarehouseIcon fontSize="small" />
        </ListItemIcon>
        <ListItemText primary={name} slotProps={{ primary: { noWrap: true, title: name } }} />
      </ListItemButton>
    </ListItem>
  );
}

function WarehouseMenu({ entity, menu, onClose }: { entity: Entity; menu: OpenMenu; onClose(): void }) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { open, form, copy, canEdit } = rightsOf(entity, useApplication()).of(menu.row);
  const ways = [
    { to: open, label: 'officina.stock.details' },
    { to: canEdit ? form : undefined, label: 'officina.list.edit' },
    { to: copy, label: 'officina.list.copy' },
  ];
  return (
    <Menu open onClose={onClose} anchorReference="anchorPosition" anchorPosition={menu.place}>
      {ways.map(
        ({ to, label }) =>
          typeof to === 'string' && (
            <MenuItem key={label} onClick={() => navigate(to)}>
              {translate(label)}
            </MenuItem>
          ),
      )}
    </Menu>
  );
}
