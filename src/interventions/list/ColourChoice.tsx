/** The choice of row colours, stored in the browser. */
import PaletteIcon from '@mui/icons-material/PaletteOutlined';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useStore, useTranslate } from 'react-admin';

const CHOICES = ['1', '2', '3', '4'] as const;
export type ColourBy = (typeof CHOICES)[number];

export function useColourBy(): [ColourBy, (choice: ColourBy) => void] {
  const [stored, store] = useStore<string>('odl.colour', '1');
  return [CHOICES.find((choice) => choice === stored) ?? '1', store];
}

export function ColourChoice() {
  const translate = useTranslate();
  const [colour, choose] = useColourBy();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const nameOf = (choice: ColourBy) => translate(`officina.interventions.list.colour_${choice}`);
  return (
    <>
      <Button
        size="small"
        aria-haspopup="menu"
        startIcon={<PaletteIcon />}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {translate('officina.interventions.list.colour', { by: nameOf(colour) })}
      </Button>
      <Menu open={anchor !== undefined} anchorEl={anchor} onClose={() => setAnchor(undefined)}>
        {CHOICES.map((choice) => (
          <MenuItem
            key={choice}
            role="menuitemradio"
            aria-checked={choice === colour}
            selected={choice === colour}
            onClick={() => {
              choose(choice);
              setAnchor(undefined);
            }}
          >
            {nameOf(choice)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
