/** The choice of row colours, stored in the browser. */
import PaletteIcon from '@mui/icons-material/PaletteOutlined';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useStore, useTranslate } from 'react-admin';
import { COLOUR_OF, type ColourOf } from '../../../schemas/interventions.ts';

const CHOICES = Object.values(COLOUR_OF);

export function useColourBy(): [ColourOf, (choice: ColourOf) => void] {
  const [stored, store] = useStore<string>('odl.colour', COLOUR_OF.type);
  return [CHOICES.find((choice) => choice === stored) ?? COLOUR_OF.type, store];
}

export function ColourChoice() {
  const translate = useTranslate();
  const [colour, choose] = useColourBy();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const nameOf = (choice: ColourOf) => translate(`officina.interventions.list.colour_${choice}`);
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
